import { join, resolve } from 'node:path';
import type { Int64 } from '../../domain/int64.ts';
import { onCrash } from '../../platform/process/self.ts';
import {
  type Correction,
  type KeysAction,
  type KeysSettings,
  type PetsAction,
  type SaidOfKeys,
  type SaidOfPets,
  runKeys,
  runPets,
  runUpkeep,
  type UpkeepAction,
} from '../../service/commands/database-commands.ts';
import { runServe } from '../../service/commands/serve-command.ts';
import { exitCodeOf, type ServiceIo } from '../../service/commands/serve-settings.ts';
import { logLevels } from '../../service/http/logger.ts';
import { hidePassword } from '../../service/storage/postgres/postgres-engine.ts';
import { countText } from '../../text/count-text.ts';
import { dateTimeText } from '../../platform/time/clock.ts';
import type { Run, Input } from '../parse/command.ts';
import { type Context, confirm, requireFolders } from '../run/context.ts';
import type { ServeFlag } from '../table/flags.ts';
import { Failure, wrongUse } from '../run/failure.ts';
import type { Answer } from '../run/output.ts';

/** Runs a command of the service, which may write by itself. Its failure is told in the chosen format. */
async function runService<T>(
  { output, program, signal, onSignal }: Context,
  work: (io: ServiceIo) => T | Promise<T>,
): Promise<T> {
  try {
    return await work({
      stdin: program.stdin,
      signal,
      onCrash,
      onSignal: (name, work) => {
        // In a terminal SIGHUP says that the window was closed, and then the service ends as ever.
        if (name !== 'SIGHUP' || !program.stdout.isTTY) {
          onSignal(name, work);
        }
      },
      stdout: (text) => program.stdout.write(output.hints(text)),
      stderr: (text) => program.stderr.write(text),
    });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new Failure(exitCodeOf(error), { code: 'service', message });
  }
}

/** `petstore serve`. */
export const serve: Run<ServeFlag> = async (input, context) => {
  const settings = {
    host: input.text('host') ?? '127.0.0.1',
    port: Number(input.text('port') ?? 8787),
    database: readDatabase(input, context),
    seedFile: input.text('seed'),
    json: context.output.format === 'json',
    tlsCert: input.text('tls-cert'),
    tlsKey: input.text('tls-key'),
    behindTlsProxy: input.has('behind-tls-proxy'),
    logLevel: logLevels.find((level) => level === input.text('log-level')),
    removeGetPet: input.has('remove-get-pet'),
    rateLimit: input.count('rate-limit'),
    metricsPort: input.has('metrics-port') ? Number(input.text('metrics-port')) : undefined,
    allowOrigin: input.text('allow-origin'),
    endWithStdin: input.has('end-with-stdin'),
  };
  await runService(context, (io) => runServe(settings, io));
};

/**
 * What another program takes for a place of a database: `jdbc:postgresql://`, `:memory:`, `host=db user=pets`,
 * `user:password@db/pets`. One letter and a colon are a drive of Windows.
 */
const isForeign = (place: string): boolean =>
  /^(?:[a-z][a-z\d+.-]+:(?:\S*:)?\/|(?:jdbc|file|sqlite\d?|postgres(?:ql)?):|:memory:)/i.test(place) ||
  /^(?:host(?:addr)?|port|dbname|user(?:name| id)?|server|database|data source|service)\s*=/i.test(place) ||
  /^(?:[^./\\].*[\s;])?(?:password|pwd)\s*=|^[^./\\][^/\\]+:[^/\\]*@/i.test(place);

/** The service's database: a file, or an address of PostgreSQL. Another address would be a new file of that name. */
function readDatabase(input: Input<'database'>, { environment, output }: Context): string {
  const given = input.text('database');
  const address = /^\s*(postgres(?:ql)?)(:\/\/.*\S)\s*$/is.exec(given ?? '');
  if (address === null && isForeign(given?.trim() ?? '')) {
    throw wrongUse(
      '--database takes a file or a postgres:// address, and this looks like one of another kind. ' +
        'Where it is a file, give its whole path.',
    );
  }

  const database = address === null ? given : `${address[1]?.toLowerCase()}${address[2]}`;
  output.pointAt({ database: database === undefined ? undefined : hidePassword(database) });
  if (database === undefined) {
    return join(requireFolders(environment).data, 'service', 'pets.sqlite');
  }

  return address === null ? resolve(database) : database;
}

async function changeKeys<A extends KeysAction>(
  action: A,
  input: Input<'database'>,
  context: Context,
  wish: Omit<KeysSettings, 'database' | 'key'>,
  toAnswer: (said: SaidOfKeys<A>) => Omit<Answer, 'json'>,
): Promise<undefined> {
  const settings = { ...wish, database: readDatabase(input, context), key: input.arguments[0] };
  const said = await runService(context, () => runKeys(action, settings));
  await context.output.print({ json: said, ...toAnswer(said) });
  if (said.madeDatabase !== undefined) {
    context.output.warn(`There was no store at ${said.madeDatabase}: a new one was made.`);
  }

  if ('apiKey' in said) {
    const isShown = await context.output.isWritten();
    const unseen = `Nobody saw the new key: \`petstore keys revoke ${said.id}\` ends it.`;
    context.output.warn(isShown ? 'Keep the key: it is shown only now.' : unseen);
  }
}

type Row = Readonly<Record<string, string | number | boolean | null>>;
/** Columns by their names in JSON, with the titles that people see; the last one gives way. */
const keyColumns = {
  id: 'ID',
  label: 'LABEL',
  last4: 'ENDS IN',
  createdAt: 'CREATED',
  lastUsedAt: 'LAST USED',
  revokedAt: 'REVOKED',
  expiresAt: 'EXPIRES',
  readOnly: 'READ ONLY',
  note: 'NOTE',
};
const eventColumns = { at: 'WHEN', id: 'KEY OR ANIMAL', action: 'WHAT', actor: 'BY', detail: 'DETAIL' };

function toTable(items: readonly object[], columns: Readonly<Record<string, string>>): Omit<Answer, 'json'> {
  const names = Object.keys(columns);
  const toCell = (given: Row[string] | undefined): string => {
    const value = given ?? '';
    if (typeof value === 'boolean') {
      return value ? 'yes' : 'no';
    }

    // An integer of 64 bits is raw JSON, which is no text.
    return typeof value === 'string' ? value : JSON.stringify(value);
  };
  const toRow = (wanted: readonly string[]) => (item: object) => wanted.map((name) => toCell((item as Row)[name]));
  // A screen has no room for what no row has.
  const shown = names.filter((name) => items.some((item) => toCell((item as Row)[name]) !== ''));
  return {
    screen: {
      titles: shown.map((name) => columns[name] ?? name),
      rows: items.map((item) => toRow(shown)(item).map(shownTime)),
      flexible: shown.length - 1,
    },
    tsv: items.map(toRow(names)),
  };
}

/** `petstore keys list`. */
export const keysList: Run<'database'> = (input, context) =>
  changeKeys('list', input, context, {}, ({ keys }) => toTable(keys, keyColumns));

/** `petstore keys log`. */
export const keysLog: Run<'database'> = (input, context) =>
  changeKeys('log', input, context, {}, ({ events }) => toTable(events, eventColumns));

/** `petstore keys create`: the only time the key is shown. */
export const keysCreate: Run<'database' | 'label' | 'note' | 'expires' | 'read-only'> = (input, context) => {
  const wish = {
    label: input.text('label'),
    note: input.text('note'),
    lifetime: input.ms('expires'),
    readOnly: input.has('read-only'),
  };
  return changeKeys('create', input, context, wish, ({ id, apiKey }) => ({
    screen: { lines: [apiKey] },
    tsv: [[id, apiKey]],
  }));
};

/** `petstore keys rotate`: the same for the new one, and until when the old one works. */
export const keysRotate: Run<'database' | 'overlap' | 'expires'> = (input, context) => {
  const wish = { overlap: input.ms('overlap'), lifetime: input.ms('expires') };
  return changeKeys('rotate', input, context, wish, ({ id, apiKey, replaces, endsAt }) => ({
    screen: { lines: [apiKey, `Key ${replaces} works until ${endsAt}.`] },
    tsv: [[id, apiKey, replaces, endsAt]],
  }));
};

/** `petstore keys revoke`. */
export const keysRevoke: Run<'database'> = (input, context) =>
  changeKeys('revoke', input, context, {}, ({ revoked }) => ({
    screen: { lines: [`Key ${revoked} is revoked.`] },
    tsv: [[revoked]],
  }));

/** A time as a person reads it; anything else as it is. */
const shownTime = (text: string): string => (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/u.test(text) ? dateTimeText(text) : text);

type SaidOfStore = Readonly<Record<string, string | number | null>>;

const upkeepTexts: Readonly<Record<UpkeepAction, (said: SaidOfStore) => string>> = {
  backup: ({ backup, animals, bytes }) => `${backup} holds ${countText(Number(animals), 'animal')} in ${bytes} bytes.`,
  restore: ({ restored, animals, kept, backup }) =>
    `${restored} holds ${countText(Number(animals), 'animal')}, from ${backup}.${kept === null ? '' : ` The former database is ${kept}.`}`,
  check: ({ database, animals, keys, schema }) =>
    `${database} is whole: ${countText(Number(animals), 'animal')}, ${countText(Number(keys), 'key')} in use, ` +
    `schema version ${schema}.`,
};

/** `petstore service VERB`: each fact of its result is a part of a line, a column or a member. */
export const upkeep =
  (action: UpkeepAction): Run<'database'> =>
  async (input, context) => {
    const [file] = input.arguments;
    const settings = { database: readDatabase(input, context), file: file === undefined ? '' : resolve(file) };
    const said = (await runService(context, () => runUpkeep(action, settings))) as SaidOfStore;
    await context.output.print({
      json: said,
      screen: { lines: [upkeepTexts[action](said)] },
      tsv: [Object.values(said).map((value) => String(value ?? ''))],
    });
    return undefined;
  };

/** Runs what concerns animals in the database. */
function runOnPets<A extends PetsAction>(
  action: A,
  input: Input<'database'>,
  context: Context,
  correction?: Correction,
): Promise<SaidOfPets<A>> {
  const [text] = input.arguments;
  const settings = { database: readDatabase(input, context), id: text?.replace(/^#/, '') as Int64, correction };
  return runService(context, () => runPets(action, settings));
}

const petColumns = { id: 'ID', name: 'NAME', categoryId: 'CATEGORY', status: 'STATUS' };
const addedColumns = { ...petColumns, apiKeyId: 'KEY', apiKeyLabel: 'ADDED BY' };

/** `petstore service export`. */
export const serviceExport: Run<'database'> = async (input, context) => {
  const said = await runOnPets('export', input, context);
  await context.output.print({ json: said, ...toTable(said.animals, addedColumns) });
  return undefined;
};

/** `petstore service correct`: the animal as it is now. */
export const serviceCorrect: Run<'database' | 'name' | 'category' | 'status'> = async (input, context) => {
  const correction = { name: input.text('name'), categoryId: input.text('category'), status: input.text('status') };
  const said = await runOnPets('correct', input, context, correction);
  await context.output.print({ json: said, ...toTable([said.after], petColumns), items: [said] });
  return undefined;
};

/** `petstore service remove`: the animal as it was. */
export const serviceRemove: Run<'database' | 'yes'> = async (input, context) => {
  const [id = ''] = input.arguments;
  await confirm(`Remove animal ${id} from the store, for good?`, input.has('yes'), context);
  const said = await runOnPets('remove', input, context);
  await context.output.print({ json: said, ...toTable([said.removed], petColumns), items: [said] });
  return undefined;
};
