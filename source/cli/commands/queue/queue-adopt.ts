import { parseInt64 } from '../../../domain/int64.js';
import { changeEntries } from './change-entries.js';
import type { Run } from '../../parse/command.js';
import { wrongUse } from '../../run/failure.js';

/** `petstore queue adopt`: the pet is read from the store first. */
export const run: Run = async (input, context) => {
  const [localId = '', id = ''] = input.arguments;
  const petId = parseInt64(id);
  if (petId === undefined) {
    throw wrongUse(`"${id}" is no pet id.`);
  }

  return await changeEntries([localId], context, (engine, each) => engine.adopt(each, petId), `is #${petId}`);
};
