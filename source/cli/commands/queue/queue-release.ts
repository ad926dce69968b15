import { changeEntries } from './change-entries.js';
import type { Run } from '../../parse/command.js';

/** `petstore queue release`: each is what it was before it was held. */
export const run: Run = (input, context) =>
  changeEntries(input.arguments, context, (engine, localId) => engine.release(localId), ({ localId, state }) =>
    state === 'rejected' ? `is rejected, as it was before it was held. Correct it with \`petstore queue edit ${localId}\`, or discard it` : 'waits to be sent again',
  );
