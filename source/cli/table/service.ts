import { argument, type Command, command, type Flag, flag } from '../parse/command.js';

const database = flag('--database FILE|URL', 'SQLite file or postgres:// address (default: data/service)', {
  completes: 'files',
  kind: 'not-empty',
  variable: true,
});

const expires = flag('--expires TIME', 'when it ends', { kind: 'lifetime' });

/** A unit of systemd, or what else starts the service, sets variables more easily than it changes a command line. */
function alsoAsVariables<const Name extends string>(flags: readonly Flag<Name>[]): readonly Flag<Name>[] {
  return flags.map((each) => ({ ...each, variable: true }));
}

/** The commands about the service: the other end of the wire. */
export const serviceCommands: readonly Command[] = [
  command('demo', 'open the app on a built-in store with example animals', {
    details:
      'The built-in store runs as long as the app does. Its animals and your queue last ' +
      'from start to start. Without a terminal its animals are listed.',
    examples: ['demo'],
    load: async () => (await import('../commands/open-app.js')).openDemoStore,
  }),
  command('serve', 'run the pet store service', {
    details:
      'Each flag can be given as a variable too, PETSTORE_TLS_CERT for ' +
      '--tls-cert; a switch is on or off there. A flag wins.',
    endsBySignal: true,
    flags: alsoAsVariables([
      flag('--host HOST', 'where to listen (default 127.0.0.1)', { kind: 'not-empty' }),
      flag('--port PORT', 'default 8787; 0 picks a free one', { kind: 'port' }),
      database,
      flag('--seed FILE', 'JSON array of animals for an empty store', { completes: 'files', kind: 'not-empty' }),
      flag('--tls-cert FILE', 'certificate chain, PEM', { completes: 'files', kind: 'not-empty' }),
      flag('--tls-key FILE', 'its key, PEM', { completes: 'files', kind: 'not-empty' }),
      flag('--behind-tls-proxy', 'a proxy in front does TLS, and names the client of each request'),
      flag('--behind-local-proxy', 'a proxy on this machine names the client of each request'),
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
    ]),
    examples: ['serve', 'serve --port 0 --json --seed animals.json', 'serve --database postgres://pets@localhost/pets'],
    load: async () => (await import('../commands/service.js')).serve,
  }),
  command('keys list', 'list the API keys of the service on this machine', {
    byDefault: true,
    flags: [database],
    examples: ['keys'],
    load: async () => (await import('../commands/service.js')).keysList,
  }),
  command('keys create', 'make an API key; it is shown once', {
    flags: [
      flag('--label TEXT', 'its purpose'),
      flag('--note TEXT', 'more about it, for `keys list`'),
      { ...expires, summary: 'when it ends, from now, such as 90d (default: never)' },
      flag('--read-only', 'it may read but not add'),
      database,
    ],
    examples: ['keys create --label "front desk"', 'keys create --label website --read-only --expires 90d'],
    load: async () => (await import('../commands/service.js')).keysCreate,
  }),
  command('keys revoke', 'revoke an API key at once', {
    arguments: [argument('KEY-ID', 'its number in `petstore keys`')],
    flags: [database],
    examples: ['keys revoke 3'],
    load: async () => (await import('../commands/service.js')).keysRevoke,
  }),
  command('keys rotate', 'make an API key that takes over from another one', {
    details:
      'The old key goes on working for the overlap, so that you can replace it everywhere. A request that ' +
      'was sent under the old key and is repeated under the new one makes no second animal.',
    arguments: [argument('KEY', 'its number in `petstore keys`, or its label')],
    flags: [
      flag('--overlap TIME', 'how long the old one goes on working (default 24h; 0s: not at all)', { kind: 'overlap' }),
      { ...expires, summary: 'when the new one ends, from now (default: as long as the old one was made for)' },
      database,
    ],
    examples: ['keys rotate website --overlap 7d'],
    load: async () => (await import('../commands/service.js')).keysRotate,
  }),
  command('keys log', 'list the changes of API keys, with actor and time', {
    flags: [database],
    examples: ['keys log --json'],
    load: async () => (await import('../commands/service.js')).keysLog,
  }),
  command('service backup', "write a whole copy of the service's database, while it runs", {
    details:
      'The copy is of one moment, readable by you only, and checked before it gets ' +
      'its name. This is for SQLite; PostgreSQL has its own programs.',
    arguments: [argument('FILE', 'the copy, which must not exist', { completes: 'files' })],
    flags: [database],
    examples: ['service backup pets-today.sqlite'],
    load: async () => (await import('../commands/service.js')).upkeep('backup'),
  }),
  command('service restore', "replace the service's database by a backup", {
    details:
      'It refuses while a service runs on the database, and keeps the old database beside the new one. New ids ' +
      'then start one million higher, so ids that were noted after the backup are not given again.',
    arguments: [argument('FILE', 'a file that `petstore service backup` wrote', { completes: 'files' })],
    flags: [database],
    examples: ['service restore pets-today.sqlite'],
    load: async () => (await import('../commands/service.js')).upkeep('restore'),
  }),
  command('service check', "read all of the service's database and say whether it is intact", {
    flags: [database],
    examples: ['service check'],
    load: async () => (await import('../commands/service.js')).upkeep('check'),
  }),
];
