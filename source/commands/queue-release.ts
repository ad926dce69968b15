import { changeEntries } from './change-entries.js';
import type { Run } from './command.js';

/** `petstore queue release`. */
export const run: Run = (input, context) => changeEntries(input.arguments, context, (engine, localId) => engine.release(localId), 'waits to be sent again');
