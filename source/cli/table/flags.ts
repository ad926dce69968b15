import { type PetField, petFieldNames, petFields, petStatuses, type PetWord } from '../../domain/pet.ts';
import { type Flag, flag } from '../parse/command.ts';

const petFlags = {
  name: flag('--name NAME', 'its name', { kind: 'not-empty' }),
  categoryId: flag('--category ID', 'its category: the number, or the name you gave it', {
    kind: 'category',
  }),
  status: flag('-s, --status STATUS', 'available, pending or sold', { choices: petStatuses }),
} satisfies { readonly [F in PetField]: Flag<(typeof petFields)[F]['word']> };

const declared = Object.entries(petFlags) as readonly (readonly [PetField, Flag<PetWord>])[];

/** Those with which an animal is entered. Missing required values are asked for if somebody can answer. */
export const enteringFlags: readonly Flag<PetWord>[] = declared.map(([, each]) => each);

/** Those with which one is corrected: an optional field can be taken away. */
export const correctingFlags: readonly Flag<PetWord>[] = declared.map(([field, each]) =>
  petFields[field].isOptional && each.choices
    ? { ...each, summary: `${each.choices.join(', ')} or none`, choices: [...each.choices, 'none'] }
    : each,
);

/** The flag that filters a list by status. */
export const statusFlag = petFlags.status;

/** Of the lists that spreadsheets and scripts read; every command prints a table, lines with tabs in a pipe, or JSON. */
export const formatFlag = flag('--format FORMAT', 'table, csv or ndjson', { choices: ['table', 'csv', 'ndjson'] });

const file = { completes: 'files', kind: 'not-empty' } as const;

/** The service's database, for each command that works on it. */
export const database = flag('--database FILE|URL', 'SQLite file or postgres:// address (default: data/service)', {
  ...file,
  variable: true,
});

/** Those of `serve`. A unit of systemd sets variables more easily than it changes a command line. */
export const serveFlags = [
  flag('--host HOST', 'where to listen (default 127.0.0.1)', { kind: 'not-empty' }),
  flag('--port PORT', 'default 8787; 0 picks a free one', { kind: 'port' }),
  database,
  flag('--seed FILE', 'JSON array of animals for a new store; ids that they bring are kept', file),
  flag('--tls-cert FILE', 'certificate chain, PEM', file),
  flag('--tls-key FILE', 'its key, PEM', file),
  flag('--behind-tls-proxy', 'a proxy in front does TLS, and names the client of each request'),
  flag('--log-level LEVEL', 'log from this level on: debug (probes too), info (default), warn or error', {
    choices: ['debug', 'info', 'warn', 'error'],
  }),
  flag('--rate-limit N', 'requests a minute for each key (default 30000; 0: no limit)', { kind: 'count-or-none' }),
  flag('--metrics-port PORT', 'metrics for Prometheus on 127.0.0.1, at /metrics (default: none)', { kind: 'port' }),
  flag(
    '--allow-origin ORIGINS',
    'web pages that may use it from a browser: https://example.org, several with commas, or *',
    { kind: 'not-empty' },
  ),
  flag('--end-with-stdin', 'stop when standard input ends'),
  flag('--remove-get-pet', 'end look-ups by id: GET /pets/{id} answers 410'),
].map((each) => ({ ...each, variable: true as const }));

/** The name of one of them. */
export type ServeFlag = (typeof serveFlags)[number]['name'];

/** A column that a list of animals can be asked for. */
export type AnimalColumn = 'id' | PetWord | 'state';

/** The columns that a list of animals can be asked for, in the order of those that it has without being asked. */
export const animalColumnNames: readonly AnimalColumn[] = [
  'id',
  ...petFieldNames.map((field) => petFields[field].word),
  'state',
];
