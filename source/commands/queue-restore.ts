import { changeEntries } from './change-entries.js';
import type { Run } from './command.js';

/** `petstore queue restore`. */
export const run: Run = (input, context) => changeEntries(input.arguments, context, (engine, localId) => engine.restore(localId), 'is restored');
