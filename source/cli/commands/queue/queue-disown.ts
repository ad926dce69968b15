import { changeEntries } from './change-entries.js';
import type { Run } from '../../parse/command.js';

/** `petstore queue disown`. */
export const run: Run = (input, context) => changeEntries(input.arguments, context, (engine, localId) => engine.disown(localId), 'is not that animal; see `petstore queue` and decide');
