import { petFieldNames } from '../../domain/pet.ts';

/** What `petstore help` tells beside the commands. A topic with the name of a command would hide the help of that. */
export const topicNames = ['filter', 'exit-codes', 'environment', 'formatting'] as const;

type Pair = readonly [name: string, meaning: string];

const exitCodes: readonly Pair[] = [
  ['0', 'done, or safely queued'],
  ['1', 'unexpected failure; the log file says more'],
  ['2', 'wrong use: nothing was saved or sent'],
  ['3', 'not found'],
  ['4', 'the key is missing or was refused'],
  ['5', 'the store cannot be reached, and no saved copy can answer'],
  ['6', 'the store rejected the data'],
  ['7', 'the local store, or a part of the queue, cannot be used or read'],
  ['8', 'finished, but animals still wait, need review or were not changed'],
  ['130, 143', 'ended by Ctrl-C, by SIGTERM'],
];

const environment: readonly Pair[] = [
  ['PETSTORE_PROFILE', 'the profile in use'],
  ['PETSTORE_BASE_URL', 'an address; makes a profile named env'],
  ['PETSTORE_API_KEY', 'the API key; wins over a saved one'],
  ['PETSTORE_API_KEY_FILE', 'a file that holds the API key, a whole path'],
  ['PETSTORE_HOME', 'one folder for all files, a whole path'],
  ['PETSTORE_TIMEOUT', 'time limit of one request, such as 10s (30s)'],
  ['PETSTORE_SETTLE', 'how long a lost request may still take effect (60s)'],
  ['PETSTORE_REFRESH', 'how often a list without change links is read (60s)'],
  ['NO_COLOR', 'no colours'],
  ['ACCESSIBLE', 'output for screen readers'],
  ['HTTPS_PROXY, NO_PROXY', 'a proxy, and the hosts without one'],
  ['SSL_CERT_FILE', 'more certificate authorities, a PEM file'],
  ['NODE_EXTRA_CA_CERTS', 'the same, as Node.js reads it'],
];

const filterTerms: readonly Pair[] = [
  ['luna dogs', 'both words, in name, category or id; accents and capitals do not matter'],
  ['^lu, name:lu', 'the name begins so'],
  ['"great danes"', 'the words side by side; in the app never fuzzily'],
  ['-old', 'not with this; also before the others'],
  ['cat:dogs, cat:3', 'of a category, by a part of its name or by its number'],
  ['id:42, id:500.., id:..99, id:5..9', 'an id, or a range with both its ends'],
  ['is:sold, sold', 'available, pending, sold, or none (no status); the whole word alone will do'],
  ['since:yesterday', 'known here since then; also since:2h, since:7d, since:today, since:2026-11-28'],
  ['is:new', 'added by somebody else, and first seen since the last visit of the app'],
  ['is:queued', 'a state of an animal of yours, or needs-you for review and rejected'],
];

type Topic = readonly [title: string, pairs: readonly Pair[], paragraph: string];

/** Each with what belongs together, and a paragraph. */
export const topics: Readonly<Record<(typeof topicNames)[number], Topic>> = {
  'exit-codes': [
    'Exit codes',
    exitCodes,
    [
      'add: 0 created or queued, 4 kept but the key is missing or refused, 6 rejected, 8 checking or in review.',
      'sync: the first that applies of 7, 4, 5, 6, 8, 0.',
      'sync is 8 too if a part of the queue cannot be read, or animals wait for a store that no profile leads to.',
      'list and get answered from the saved copy: 0.',
      'queue VERB of several animals: the code of the first that was not changed, with 8 in the place of 2 if',
      'others were.',
      'status: 0, or 7; with --check also 5 the store cannot be reached, 4 the key is missing or refused,',
      '8 it looks reset, the queue looks copied or restored, rows or pages of its list cannot be read, you work offline,',
      'an animal is rejected or in review, waits for another key, or for a store that no profile leads to. doctor: of its problems the first of 7, 5, 4, 8; 2 if no',
      'profile is chosen or the configuration cannot be read; 0 without any.',
    ].join(' '),
  ],
  filter: [
    'Filter',
    filterTerms,
    'For `/` in the app and `petstore list --query`. An animal is shown if every term fits. Any other ' +
      'name before a colon is an ordinary word. The shell refuses any ' +
      'other value after is:, id: and since: (exit 2). An animal is known here since it was entered or first ' +
      'seen; those of the first list that was read have no such time, and after more than a thousand changes at ' +
      'once nobody knows which were new.',
  ],
  environment: [
    'Environment',
    environment,
    'A flag wins over the environment, the environment over the configuration file. `petstore config` ' +
      'shows each value with its source; and the places of the files.',
  ],
  formatting: [
    'Formatting',
    [
      ['on a terminal', 'columns for people'],
      [
        'in a pipe',
        'tabs between the columns, no header, \\t \\n \\\\ for tabs, line ends and backslashes, formulas as in CSV',
      ],
      ['--json', 'one object, also for failures'],
      ['--format csv', 'the same columns with a header; no cell starts a formula (an apostrophe goes before it)'],
      [
        '--format ndjson',
        'one animal a line, each character as it is; CSV shows those that act on a terminal as signs',
      ],
    ],
    '`list`, `get`, `queue` and `log` take --format, every command takes --json. ' +
      `The columns in a pipe and of CSV are id, ${petFieldNames.join(', ')} and category (its name, if you gave ` +
      `it one); a queued animal has an id such as Q-7. \`petstore list --columns ` +
      `name,id\` prints those named, in that order; state is one too. Ids are exact JSON numbers up to 64 ` +
      'bits: read them with a parser that keeps them. Times are ISO 8601 UTC; fetchedAt is when the oldest ' +
      'page of a list was read; newestAt, if it is later, when the newest animals were asked for.',
  ],
};
