import { petStatuses } from '../../../domain/pet.js';
import { changeEntries } from './change-entries.js';
import type { Run } from '../../parse/command.js';
import { exitCode } from '../../run/exit-code.js';
import { Failure, wrongUse } from '../../run/failure.js';
import { findTypedNameMistake, toNewPet } from '../pets/new-pet.js';

/** `petstore queue edit`: what is not given stays as it was. */
export const run: Run = async (input, context) => {
  const name = input.text('name');
  const mistake = name === undefined ? undefined : findTypedNameMistake(name);
  if (mistake !== undefined) {
    throw wrongUse(`--name cannot be used: ${mistake}. Nothing was changed.`);
  }

  if (!['name', 'category', 'status'].some((flag) => input.has(flag))) {
    throw wrongUse('Say what to change: --name, --category or --status. Nothing was changed.');
  }

  const status = input.choice('status', [...petStatuses, 'none']);
  return await changeEntries(
    input.arguments,
    context,
    async (engine, localId) => {
      const entry = await engine.findEntry(localId);
      if (!entry) {
        throw new Failure(exitCode.notFound, { code: 'not_found', message: `There is no queued animal ${localId}. \`petstore queue list --all\` shows those there are.` });
      }

      return await engine.edit(localId, toNewPet(name ?? entry.name, input.int64('category') ?? entry.categoryId, status === 'none' ? undefined : (status ?? entry.status)));
    },
    (entry) => (entry.state === 'held' ? `is corrected and still held: it is not sent until \`petstore queue release ${entry.localId}\` lets it go` : 'is corrected and waits to be sent'),
  );
};
