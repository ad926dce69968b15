import { type KeysAction, runKeys } from '../../../service/commands/keys-command.js';
import type { Answer } from '../../print/answer.js';
import type { Run } from '../../parse/command.js';
import { exitCode } from '../../run/exit-code.js';
import { runService } from '../../run/run-service.js';
import { readDatabase } from './serve.js';

/** Runs an action of the service's and prints what it says in the format that was asked for. */
function act(action: KeysAction, toAnswer: (said: Said) => Omit<Answer, 'json'>): Run {
  return async (input, context) => {
    let text = '';
    const settings = { database: readDatabase(input, context), json: true, label: input.text('label'), id: input.arguments[0] };
    await runService(context, (io) => runKeys(action, settings, { ...io, stdout: (said) => (text += said) }));
    const said = JSON.parse(text) as Said;
    await context.output.print({ json: said, ...toAnswer(said) });
    if (action === 'create') {
      context.output.warn('Keep the key: it is shown only now.');
    }

    return exitCode.done;
  };
}

type KeyRecord = { readonly id: string; readonly label: string; readonly last4: string; readonly createdAt: string; readonly lastUsedAt: string | null; readonly revokedAt: string | null };
type Said = { readonly keys?: readonly KeyRecord[]; readonly id?: string; readonly apiKey?: string; readonly revoked?: string };

const columns = ['id', 'label', 'last4', 'createdAt', 'lastUsedAt', 'revokedAt'] as const;

/** `petstore keys list`. */
export const runKeysList = act('list', ({ keys = [] }) => {
  const rows = keys.map((key) => columns.map((column) => key[column] ?? ''));
  return { items: keys, screen: { titles: ['ID', 'LABEL', 'ENDS IN', 'CREATED', 'LAST USED', 'REVOKED'], rows, flexible: 1 }, rows: { titles: columns, rows } };
});
/** `petstore keys create`: the only time the key is shown. */
export const runKeysCreate = act('create', ({ id = '', apiKey = '' }) => ({ screen: { lines: [apiKey] }, rows: { titles: ['id', 'apiKey'], rows: [[id, apiKey]] } }));
/** `petstore keys revoke`. */
export const runKeysRevoke = act('revoke', ({ revoked = '' }) => ({ screen: { lines: [`Key ${revoked} is revoked.`] }, rows: { titles: ['revoked'], rows: [[revoked]] } }));
