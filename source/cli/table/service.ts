import { type Command, command, type Flag, flag } from '../parse/command.js';

const database = flag({
  name: 'database',
  value: 'FILE|URL',
  summary: 'SQLite file or postgres:// address (default: data/service)',
  completes: 'files',
  kind: 'not-empty',
  variable: true,
});

const expires = flag({ name: 'expires', value: 'TIME', summary: 'when it ends', kind: 'lifetime' });

/** A unit of systemd, or what else starts the service, sets variables more easily than it changes a command line. */
function alsoAsVariables<const Name extends string>(flags: readonly Flag<Name>[]): readonly Flag<Name>[] {
  return flags.map((each) => ({ ...each, variable: true }));
}

/** The commands about the service: the other end of the wire. */
export const serviceCommands: readonly Command[] = [
  command({
    words: ['demo'],
    summary: 'open the app on a built-in store with example animals',
    details:
      'The built-in store runs as long as the app does. Its animals and your queue last ' +
      'from start to start. Without a terminal its animals are listed.',
    examples: ['demo'],
    load: async () => (await import('../commands/open-app.js')).openDemoStore,
  }),
  command({
    words: ['serve'],
    summary: 'run the pet store service',
    details:
      'Each flag can be given as a variable too, PETSTORE_TLS_CERT for ' +
      '--tls-cert; a switch is on or off there. A flag wins.',
    endsBySignal: true,
    flags: alsoAsVariables([
      { name: 'host', value: 'HOST', summary: 'where to listen (default 127.0.0.1)', kind: 'not-empty' },
      { name: 'port', value: 'PORT', summary: 'default 8787; 0 picks a free one', kind: 'port' },
      database,
      {
        name: 'seed',
        value: 'FILE',
        summary: 'JSON array of animals for an empty store',
        completes: 'files',
        kind: 'not-empty',
      },
      { name: 'tls-cert', value: 'FILE', summary: 'certificate chain, PEM', completes: 'files', kind: 'not-empty' },
      { name: 'tls-key', value: 'FILE', summary: 'its key, PEM', completes: 'files', kind: 'not-empty' },
      { name: 'behind-tls-proxy', summary: 'a proxy in front does TLS, and names the client of each request' },
      { name: 'behind-local-proxy', summary: 'a proxy on this machine names the client of each request' },
      {
        name: 'log-level',
        value: 'LEVEL',
        summary: 'log from this level on: debug (probes too), info (default), warn or error',
        choices: ['debug', 'info', 'warn', 'error'],
      },
      {
        name: 'rate-limit',
        value: 'N',
        summary: 'requests a minute for each key (default 30000; 0: no limit)',
        kind: 'count-or-none',
      },
      {
        name: 'metrics-port',
        value: 'PORT',
        summary: 'metrics for Prometheus on 127.0.0.1, at /metrics (default: none)',
        kind: 'port',
      },
      {
        name: 'allow-origin',
        value: 'ORIGINS',
        summary: 'web pages that may use it from a browser: https://example.org, several with commas, or *',
        kind: 'not-empty',
      },
      { name: 'end-with-stdin', summary: 'stop when standard input ends' },
      { name: 'remove-get-pet', summary: 'end look-ups by id: GET /pets/{id} answers 410' },
    ]),
    examples: ['serve', 'serve --port 0 --json --seed animals.json', 'serve --database postgres://pets@localhost/pets'],
    load: async () => (await import('../commands/service.js')).serve,
  }),
  command({
    words: ['keys', 'list'],
    byDefault: true,
    summary: 'list the API keys of the service on this machine',
    flags: [database],
    examples: ['keys'],
    load: async () => (await import('../commands/service.js')).keysList,
  }),
  command({
    words: ['keys', 'create'],
    summary: 'make an API key; it is shown once',
    flags: [
      { name: 'label', value: 'TEXT', summary: 'its purpose' },
      { name: 'note', value: 'TEXT', summary: 'more about it, for `keys list`' },
      { ...expires, summary: 'when it ends, from now, such as 90d (default: never)' },
      { name: 'read-only', summary: 'it may read but not add' },
      database,
    ],
    examples: ['keys create --label "front desk"', 'keys create --label website --read-only --expires 90d'],
    load: async () => (await import('../commands/service.js')).keysCreate,
  }),
  command({
    words: ['keys', 'revoke'],
    summary: 'revoke an API key at once',
    arguments: [{ name: 'KEY-ID', summary: 'its number in `petstore keys`' }],
    flags: [database],
    examples: ['keys revoke 3'],
    load: async () => (await import('../commands/service.js')).keysRevoke,
  }),
  command({
    words: ['keys', 'rotate'],
    summary: 'make an API key that takes over from another one',
    details:
      'The old key goes on working for the overlap, so that you can replace it everywhere. A request that ' +
      'was sent under the old key and is repeated under the new one makes no second animal.',
    arguments: [{ name: 'KEY', summary: 'its number in `petstore keys`, or its label' }],
    flags: [
      {
        name: 'overlap',
        value: 'TIME',
        summary: 'how long the old one goes on working (default 24h; 0s: not at all)',
        kind: 'overlap',
      },
      { ...expires, summary: 'when the new one ends, from now (default: as long as the old one was made for)' },
      database,
    ],
    examples: ['keys rotate website --overlap 7d'],
    load: async () => (await import('../commands/service.js')).keysRotate,
  }),
  command({
    words: ['keys', 'log'],
    summary: 'list the changes of API keys, with actor and time',
    flags: [database],
    examples: ['keys log --json'],
    load: async () => (await import('../commands/service.js')).keysLog,
  }),
  command({
    words: ['service', 'backup'],
    summary: "write a whole copy of the service's database, while it runs",
    details:
      'The copy is of one moment, readable by you only, and checked before it gets ' +
      'its name. This is for SQLite; PostgreSQL has its own programs.',
    arguments: [{ name: 'FILE', summary: 'the copy, which must not exist', completes: 'files' }],
    flags: [database],
    examples: ['service backup pets-today.sqlite'],
    load: async () => (await import('../commands/service.js')).upkeep('backup'),
  }),
  command({
    words: ['service', 'restore'],
    summary: "replace the service's database by a backup",
    details:
      'It refuses while a service runs on the database, and keeps the old database beside the new one. New ids ' +
      'then start one million higher, so ids that were noted after the backup are not given again.',
    arguments: [{ name: 'FILE', summary: 'a file that `petstore service backup` wrote', completes: 'files' }],
    flags: [database],
    examples: ['service restore pets-today.sqlite'],
    load: async () => (await import('../commands/service.js')).upkeep('restore'),
  }),
  command({
    words: ['service', 'check'],
    summary: "read all of the service's database and say whether it is intact",
    flags: [database],
    examples: ['service check'],
    load: async () => (await import('../commands/service.js')).upkeep('check'),
  }),
];
