import { petStatuses } from '../../domain/pet.ts';
import { argument, type Command, command, flag } from '../parse/command.ts';
import { database, formatFlag, serveFlags } from './flags.ts';

/** The commands about the store one works with: whether it is reached, and what happened. */
export const storeCommands: readonly Command[] = [
  command('sync', 'send queued animals and refresh the lists', {
    details:
      'Checks lost answers, sends the queue and refreshes the lists. Stops when ' +
      'the rest is in review or rejected, when the store is in trouble, or when the time-out ends. A pause that the ' +
      'store asks for is waited for. With --watch, --json prints one object a line, one after each round.',
    flags: [
      flag('--watch', 'go on until Ctrl-C, with a round each minute (`refresh` in `petstore config`)'),
      flag('--timeout TIME', 'how long at most (default 120s); with --watch, a round', { kind: 'duration' }),
      flag('--resume', 'go on even if the store looks reset or is another one, or the queue copied or restored'),
    ],
    examples: ['sync', 'sync --timeout 20s --json', 'sync --watch'],
    load: async () => (await import('../commands/sync/sync.ts')).syncStore,
  }),
  command('offline', 'work offline: no petstore that uses this home sends to the store', {
    details:
      'Lists and look-ups are answered from the saved copy, and new animals are kept. It holds for every ' +
      'petstore that uses this home, which is that of your account or PETSTORE_HOME: the open app too, even ' +
      'after a restart, until `petstore online`. Another account, and another PETSTORE_HOME, go on sending.',
    load: async () => (await import('../commands/sync/sync.ts')).offline,
  }),
  command('online', 'end working offline', {
    details: 'An open app then sends the queue at once; otherwise `petstore sync` does.',
    load: async () => (await import('../commands/sync/sync.ts')).online,
  }),
  command('status', 'show connection, key, queue and age of the saved copy', {
    details:
      'Asks the store once. The exit code is 0 whatever the connection is; with --check it tells the findings ' +
      '(`petstore help exit-codes`).',
    flags: [flag('--check', 'let the exit code say whether all is well')],
    examples: ['status', 'status --json | jq -r .connection', 'status --check --quiet > /dev/null && petstore sync'],
    load: async () => (await import('../commands/status.ts')).showStatus,
  }),
  command('log', 'print the activity log, the newest last', {
    details:
      'The rows of `!` in the app: animals that are new, changed or gone, those of yours that were sent ' +
      'or need you, and outages. `!` stands before a row that needs you. The app, `petstore list` ' +
      'and `petstore sync` write it whenever they read the list. 30 days are kept.',
    flags: [
      flag('--since WHEN', 'only since then: 12h or 2d ago, a day such as 2026-11-22, today or yesterday', {
        kind: 'since',
      }),
      formatFlag,
    ],
    examples: ['log', 'log --since yesterday', 'log --since 12h --json'],
    load: async () => (await import('../commands/log.ts')).showLog,
  }),
  command('doctor', 'find problems, each with its remedy', {
    details: 'What `petstore status` tells, and the clock, the files, the lock and the terminal.',
    examples: ['doctor', 'doctor --json'],
    load: async () => (await import('../commands/status.ts')).runDoctor,
  }),
];

const expires = flag('--expires TIME', 'when it ends', { kind: 'lifetime' });

/** The commands about the service: the other end of the wire. */
export const serviceCommands: readonly Command[] = [
  command('demo', 'open the app on a built-in store with example animals', {
    details:
      'The built-in store runs as long as the app does. Its animals and your queue last ' +
      'from start to start. Without a terminal its animals are listed.',
    load: async () => (await import('../commands/open-app.ts')).openDemoStore,
  }),
  command('serve', 'run the pet store service', {
    details:
      'Each flag can be given as a variable too, PETSTORE_TLS_CERT for ' +
      '--tls-cert; a switch is on or off there. A flag wins.',
    endsBySignal: true,
    flags: serveFlags,
    examples: ['serve', 'serve --port 0 --json --seed animals.json', 'serve --database postgres://pets@localhost/pets'],
    load: async () => (await import('../commands/service.ts')).serve,
  }),
  command('keys list', 'list the API keys of the service on this machine', {
    byDefault: true,
    flags: [database],
    load: async () => (await import('../commands/service.ts')).keysList,
  }),
  command('keys create', 'make an API key; it is shown once', {
    details: 'A key that cannot be written to standard output, as on a full disk, is revoked at once (exit 7).',
    flags: [
      flag('--label TEXT', 'its purpose'),
      flag('--note TEXT', 'more about it, for `keys list`'),
      { ...expires, summary: 'when it ends, from now, such as 90d (default: never)' },
      flag('--read-only', 'it may read but not add'),
      database,
    ],
    examples: ['keys create --label "front desk"', 'keys create --label website --read-only --expires 90d'],
    load: async () => (await import('../commands/service.ts')).keysCreate,
  }),
  command('keys revoke', 'revoke an API key at once', {
    arguments: [argument('KEY-ID', 'its number in `petstore keys`')],
    flags: [database],
    examples: ['keys revoke 3'],
    load: async () => (await import('../commands/service.ts')).keysRevoke,
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
    load: async () => (await import('../commands/service.ts')).keysRotate,
  }),
  command('keys log', 'list changes of API keys and animals, and backups, with actor and time', {
    flags: [database],
    examples: ['keys log --json'],
    load: async () => (await import('../commands/service.ts')).keysLog,
  }),
  command('service backup', "write a whole copy of the service's database, while it runs", {
    details:
      'The copy is of one moment, readable by you only, and read back before it gets its name. In a folder it is ' +
      'named after the time. On PostgreSQL pg_dump makes it. The store notes it, so that its metrics tell its age.',
    arguments: [argument('FILE', 'the copy, which must not exist, or a folder', { completes: 'files' })],
    flags: [database],
    examples: ['service backup pets-today.sqlite'],
    load: async () => (await import('../commands/service.ts')).upkeep('backup'),
  }),
  command('service restore', "replace the service's database by a backup", {
    details:
      'It refuses while a service runs on the database, and keeps the old database beside the new one; on PostgreSQL ' +
      'it restores into a new database. New ids then start one million higher, so ids that were noted after the ' +
      'backup are not given again.',
    arguments: [
      argument('FILE', 'what `petstore service backup` wrote; of a folder the one written last', {
        completes: 'files',
      }),
    ],
    flags: [database],
    examples: ['service restore pets-today.sqlite'],
    load: async () => (await import('../commands/service.ts')).upkeep('restore'),
  }),
  command('service export', 'list every animal of the service, with the key that added it', {
    details:
      'Reads the database itself, also while the service runs. Clients are not told who added an animal. What ' +
      '`--json` prints under `animals` is a seed for a new store, ids included.',
    flags: [database],
    examples: ['service export --json | jq .animals > animals.json'],
    load: async () => (await import('../commands/service.ts')).serviceExport,
  }),
  command('service correct', 'correct an animal in the database of the service', {
    details:
      'The interface changes no animal; this is for its operator, also while the service runs. It is noted in ' +
      '`petstore keys log`. Clients read the whole list once more, and so see it.',
    arguments: [argument('ID', 'the id of the animal', { kind: 'pet-id' })],
    flags: [
      flag('--name NAME', 'its name', { kind: 'not-empty' }),
      flag('--category ID', 'the number of its category', { kind: 'not-empty' }),
      flag('--status STATUS', 'available, pending, sold or none', { choices: [...petStatuses, 'none'] }),
      database,
    ],
    examples: ['service correct 42 --name Luna --status none'],
    load: async () => (await import('../commands/service.ts')).serviceCorrect,
  }),
  command('service remove', 'remove an animal of a store for good, on its server', {
    details:
      'As `petstore service correct`. Its id is never given again, and a create that is repeated under its ' +
      '`Idempotency-Key` adds no other.',
    arguments: [argument('ID', 'the id of the animal', { kind: 'pet-id' })],
    flags: [flag('--yes', 'do not ask'), database],
    examples: ['service remove 42 --yes'],
    load: async () => (await import('../commands/service.ts')).serviceRemove,
  }),
  command('service check', "read all of the service's database and say whether it is intact", {
    flags: [database],
    load: async () => (await import('../commands/service.ts')).upkeep('check'),
  }),
];
