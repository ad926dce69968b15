import { type KeysAction, runKeys } from '../service/keys-command.js';
import type { Run } from './command.js';
import { runService } from './run-service.js';
import { readDatabase } from './serve.js';

function act(action: KeysAction): Run {
  return (input, context) =>
    runService(context, (io) => runKeys(action, { database: readDatabase(input, context), json: context.output.format === 'json', label: input.text('label'), id: input.arguments[0] }, io));
}

export const runKeysList = act('list');
export const runKeysCreate = act('create');
export const runKeysRevoke = act('revoke');
