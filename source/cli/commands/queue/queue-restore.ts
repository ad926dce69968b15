import { changeEntries } from './change-entries.js';
import type { Run } from '../../parse/command.js';

/** `petstore queue restore`: with `--hold` nobody sends it, not even an app that is open, before it was looked at. */
export const run: Run = (input, context) =>
  changeEntries(input.arguments, context, (engine, localId) => engine.restore(localId, { held: input.has('hold') }), ({ localId, state }) =>
    state === 'held' ? `is restored and held: it is not sent until \`petstore queue release ${localId}\` lets it go` : `is restored: ${state}`,
  );
