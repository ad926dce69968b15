import { type KeysAction, type KeysSettings, runKeys } from '../../../service/commands/keys-command.js';
import type { Answer } from '../../print/answer.js';
import type { Run } from '../../parse/command.js';
import type { Input } from '../../parse/input.js';
import type { Context } from '../../run/context.js';
import { exitCode } from '../../run/failures/failure.js';
import { runService } from '../../run/run-service.js';
import { readDatabase } from './serve.js';

/** Runs an action of the service's and prints its result in the chosen format. */
async function act(
  action: KeysAction,
  input: Input<'database'>,
  context: Context,
  wish: Omit<KeysSettings, 'database' | 'key'>,
  toAnswer: (said: Said) => Omit<Answer, 'json'>,
): Promise<number> {
  const settings = { ...wish, database: readDatabase(input, context), key: input.arguments[0] };
  const said = (await runService(context, () => runKeys(action, settings))) as Said;
  await context.output.print({ json: said, ...toAnswer(said) });
  if (said.madeDatabase !== undefined) {
    context.output.warn(`There was no store at ${said.madeDatabase}: a new one was made.`);
  }

  if (said.apiKey !== undefined) {
    context.output.warn('Keep the key: it is shown only now.');
  }

  return exitCode.done;
}

type KeyRecord = Readonly<Record<Exclude<(typeof columns)[number], 'readOnly'>, string | null>> & {
  readonly readOnly: boolean;
};
type KeyEvent = Readonly<Record<(typeof eventColumns)[number], string>>;
type Said = {
  readonly keys?: readonly KeyRecord[];
  readonly events?: readonly KeyEvent[];
  readonly id?: string;
  readonly apiKey?: string;
  readonly madeDatabase?: string;
  readonly revoked?: string;
  readonly replaces?: string;
  readonly endsAt?: string;
};

const columns = [
  'id',
  'label',
  'last4',
  'createdAt',
  'lastUsedAt',
  'revokedAt',
  'expiresAt',
  'readOnly',
  'note',
] as const;
const eventColumns = ['at', 'id', 'action', 'actor', 'detail'] as const;

/** `petstore keys list`. */
export const keysList: Run<'database'> = (input, context) =>
  act('list', input, context, {}, ({ keys = [] }) => {
    const rows = keys.map((key) =>
      columns.map((column) => {
        if (column === 'readOnly') {
          return key.readOnly ? 'yes' : 'no';
        }

        return key[column] ?? '';
      }),
    );
    return {
      items: keys,
      screen: {
        titles: ['ID', 'LABEL', 'ENDS IN', 'CREATED', 'LAST USED', 'REVOKED', 'EXPIRES', 'READ ONLY', 'NOTE'],
        rows,
        flexible: 8,
      },
      rows: { titles: columns, rows },
    };
  });

/** `petstore keys log`. */
export const keysLog: Run<'database'> = (input, context) =>
  act('log', input, context, {}, ({ events = [] }) => {
    const rows = events.map((event) => eventColumns.map((column) => event[column]));
    return {
      items: events,
      screen: { titles: ['WHEN', 'KEY', 'WHAT', 'BY', 'DETAIL'], rows, flexible: 4 },
      rows: { titles: eventColumns, rows },
    };
  });

/** `petstore keys create`: the only time the key is shown. */
export const keysCreate: Run<'database' | 'label' | 'note' | 'expires' | 'read-only'> = (input, context) => {
  const wish = {
    label: input.text('label'),
    note: input.text('note'),
    lifetime: input.lifetime('expires'),
    readOnly: input.has('read-only'),
  };
  return act('create', input, context, wish, ({ id = '', apiKey = '' }) => ({
    screen: { lines: [apiKey] },
    rows: { titles: ['id', 'apiKey'], rows: [[id, apiKey]] },
  }));
};

/** `petstore keys rotate`: the same for the new one, and until when the old one works. */
export const keysRotate: Run<'database' | 'overlap' | 'expires'> = (input, context) =>
  act(
    'rotate',
    input,
    context,
    { overlap: input.lifetime('overlap'), lifetime: input.lifetime('expires') },
    ({ id = '', apiKey = '', replaces = '', endsAt = '' }) => ({
      screen: { lines: [apiKey, `Key ${replaces} works until ${endsAt}.`] },
      rows: { titles: ['id', 'apiKey', 'replaces', 'endsAt'], rows: [[id, apiKey, replaces, endsAt]] },
    }),
  );

/** `petstore keys revoke`. */
export const keysRevoke: Run<'database'> = (input, context) =>
  act('revoke', input, context, {}, ({ revoked = '' }) => ({
    screen: { lines: [`Key ${revoked} is revoked.`] },
    rows: { titles: ['revoked'], rows: [[revoked]] },
  }));
