import { type KeysAction, runKeys } from '../../../service/commands/keys-command.js';
import type { Answer } from '../../print/answer.js';
import type { Run } from '../../parse/command.js';
import type { Input } from '../../parse/input.js';
import type { Context } from '../../run/context.js';
import { exitCode } from '../../run/exit-code.js';
import { runService } from '../../run/run-service.js';
import { readDatabase } from './serve.js';

/** Runs an action of the service's and prints what it says in the format that was asked for. */
async function act(action: KeysAction, input: Input<'database'>, context: Context, label: string | undefined, toAnswer: (said: Said) => Omit<Answer, 'json'>): Promise<number> {
  let text = '';
  const settings = { database: readDatabase(input, context), json: true, label, id: input.arguments[0] };
  await runService(context, (io) => runKeys(action, settings, { ...io, stdout: (said) => (text += said) }));
  const said = JSON.parse(text) as Said;
  await context.output.print({ json: said, ...toAnswer(said) });
  return exitCode.done;
}

type KeyRecord = { readonly id: string; readonly label: string; readonly last4: string; readonly createdAt: string; readonly lastUsedAt: string | null; readonly revokedAt: string | null };
type Said = { readonly keys?: readonly KeyRecord[]; readonly id?: string; readonly apiKey?: string; readonly revoked?: string };

const columns = ['id', 'label', 'last4', 'createdAt', 'lastUsedAt', 'revokedAt'] as const;

/** `petstore keys list`. */
export const keysList: Run<'database'> = (input, context) =>
  act('list', input, context, undefined, ({ keys = [] }) => {
    const rows = keys.map((key) => columns.map((column) => key[column] ?? ''));
    return { items: keys, screen: { titles: ['ID', 'LABEL', 'ENDS IN', 'CREATED', 'LAST USED', 'REVOKED'], rows, flexible: 1 }, rows: { titles: columns, rows } };
  });

/** `petstore keys create`: the only time the key is shown. */
export const keysCreate: Run<'database' | 'label'> = async (input, context) => {
  const exit = await act('create', input, context, input.text('label'), ({ id = '', apiKey = '' }) => ({ screen: { lines: [apiKey] }, rows: { titles: ['id', 'apiKey'], rows: [[id, apiKey]] } }));
  context.output.warn('Keep the key: it is shown only now.');
  return exit;
};

/** `petstore keys revoke`. */
export const keysRevoke: Run<'database'> = (input, context) =>
  act('revoke', input, context, undefined, ({ revoked = '' }) => ({ screen: { lines: [`Key ${revoked} is revoked.`] }, rows: { titles: ['revoked'], rows: [[revoked]] } }));
