import { changeEntries } from './change-entries.js';
import type { Run } from '../../parse/command.js';
import { confirm } from '../../run/confirm.js';

/** `petstore queue discard`: asks, unless --yes was given. */
export const run: Run = async (input, context) => {
  await confirm(`Discard ${input.arguments.join(', ')}?`, input, context);
  return await changeEntries(input.arguments, context, (engine, localId) => engine.discard(localId), ({ localId }) => `is discarded; \`petstore queue restore ${localId}\` brings it back`);
};
