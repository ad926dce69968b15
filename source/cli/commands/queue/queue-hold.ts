import { changeEntries } from './change-entries.js';
import type { Run } from '../../parse/command.js';

/** `petstore queue hold`. */
export const run: Run = (input, context) => changeEntries(input.arguments, context, (engine, localId) => engine.hold(localId), ({ localId }) => `is held: it is not sent, also not after it was edited, until \`petstore queue release ${localId}\` lets it go`);
