import { petFieldNames } from '../../domain/pet.js';
import { type Command, command, flag } from '../parse/command.js';
import { animalColumnNames } from '../print/animal-rows.js';
import { enteringFlags, statusFlag } from './pet-flags.js';

const offline = flag({ name: 'offline', summary: 'answer from the saved copy; send no request' });
const noAsk = flag({ name: 'no-ask', summary: 'send even if an animal like it came to the store meanwhile' });

/** The commands about animals. */
export const animalCommands: readonly Command[] = [
  command({
    words: ['list'],
    summary: 'list the animals of the store, queued ones too',
    details:
      'If the store does not answer, this prints the saved copy and says how old it is. Queued ' +
      'animals have an id such as Q-7. All words of a query must match; `petstore help filter` has terms ' +
      'such as cat:dogs. --columns is for the table, TSV and CSV: JSON has every field.',
    flags: [
      statusFlag,
      { name: 'query', short: 'q', value: 'TEXT', summary: 'only animals that match all of these words' },
      { name: 'fuzzy', summary: 'match the words even if letters are missing' },
      {
        name: 'sort',
        value: 'FIELD',
        summary: 'id (default), name, category or status',
        choices: ['id', 'name', 'category', 'status'],
      },
      { name: 'reverse', summary: 'reverse the order' },
      {
        name: 'view',
        value: 'NAME',
        summary: 'as a view that you kept in the app shows them; other flags win',
        completes: 'views',
      },
      { name: 'limit', short: 'L', value: 'N', summary: 'print at most N; all are fetched', kind: 'count' },
      {
        name: 'columns',
        value: 'NAMES',
        summary: `only these columns, in this order: ${animalColumnNames.join()}`,
        choices: animalColumnNames,
        severalChoices: true,
      },
      offline,
    ],
    examples: [
      'list',
      'list -s available -q "siamese cats" -L 10',
      'list -q "cat:dogs -sold id:500.."',
      'list --sort name --format csv > animals.csv',
      'list --columns id,name',
      'list --view "dogs for sale"',
      'list --offline --json',
    ],
    load: async () => (await import('../commands/pets/list.js')).listAnimals,
  }),
  command({
    words: ['get'],
    summary: 'look up animals by id',
    details:
      'Q-3 goes on working once the animal has an id. If the store no longer ' +
      'offers look-ups by id, petstore searches its lists.',
    arguments: [
      { name: 'ID', summary: 'a pet id (42) or a queued animal (Q-3)', kind: 'animal', many: true, completes: 'pets' },
    ],
    flags: [offline, { name: 'results', summary: 'with --json, print the shape for several ids even for one' }],
    examples: ['get 42', 'get 42 58 Q-3 --json', 'get 42 --results --json', 'get 42 --offline'],
    load: async () => (await import('../commands/pets/get-saved.js')).getAnimals,
  }),
  command({
    words: ['add'],
    summary: 'add an animal; it is queued if the store cannot be reached',
    details:
      'petstore saves the animal durably, then sends it. If the store has not answered after 10 ' +
      'seconds, the animal stays queued and the next sync looks for it. On a terminal petstore ' +
      'asks for missing fields, and before it adds a second animal of the same name and ' +
      'category; in a pipe, with --json or with --no-input it does not ask.',
    arguments: [
      { name: 'NAME', summary: 'its name', kind: 'not-empty', optional: true },
      {
        name: 'CATEGORY',
        summary: 'its category: the number, or the name you gave it',
        kind: 'category',
        optional: true,
        completes: 'categories',
      },
    ],
    flags: [
      ...enteringFlags,
      { name: 'no-input', summary: 'never ask, even on a terminal' },
      { name: 'no-wait', summary: 'only queue it; send it later' },
      noAsk,
    ],
    examples: [
      'add Luna 2',
      'add --name Luna --category Cats --status available',
      'add --name "Old Tom" --category 2 --no-wait',
    ],
    load: async () => (await import('../commands/pets/add.js')).addAnimal,
  }),
  command({
    words: ['import'],
    summary: 'queue many animals from a file',
    details:
      `Reads CSV with the header ${petFieldNames.join()}, a JSON array or NDJSON; a category may be ` +
      'given by its name. petstore checks every row first and names each bad one by line and field; one ' +
      'stops the file. ' +
      'An empty status stays unset. Every row becomes a new animal, even if it has an id; if ' +
      'the saved copy shows the same animal under that id, --again is needed.',
    arguments: [{ name: 'FILE', summary: 'the file, or - for standard input', completes: 'files', optional: true }],
    flags: [
      { name: 'dry-run', summary: 'only check' },
      { name: 'again', summary: 'import even if the same content was imported before, or is on the store' },
      { name: 'skip-bad', summary: 'queue the good rows, and write the bad ones to a file beside it' },
      noAsk,
      { name: 'example', summary: 'print a file to begin with' },
    ],
    examples: [
      'import --example > animals.csv',
      'import animals.csv --dry-run',
      'import animals.csv',
      'import animals.csv --skip-bad',
      'import - < animals.json',
    ],
    load: async () => (await import('../commands/import/import.js')).importAnimals,
  }),
];
