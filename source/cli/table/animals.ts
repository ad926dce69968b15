import { petFieldNames } from '../../domain/pet.js';
import { argument, type Command, command, flag } from '../parse/command.js';
import { animalColumnNames } from '../print/animal-rows.js';
import { enteringFlags, statusFlag } from './pet-flags.js';

const offline = flag('--offline', 'answer from the saved copy; send no request');
const noAsk = flag('--no-ask', 'send even if an animal like it came to the store meanwhile');

/** The commands about animals. */
export const animalCommands: readonly Command[] = [
  command('list', 'list the animals of the store, queued ones too', {
    details:
      'If the store does not answer, this prints the saved copy and says how old it is. Queued ' +
      'animals have an id such as Q-7. All words of a query must match; `petstore help filter` has terms ' +
      'such as cat:dogs. --columns is for the table, TSV and CSV: JSON has every field.',
    flags: [
      statusFlag,
      flag('-q, --query TEXT', 'only animals that match all of these words'),
      flag('--fuzzy', 'match the words even if letters are missing'),
      flag('--sort FIELD', 'id (default), name, category or status', { choices: ['id', 'name', 'category', 'status'] }),
      flag('--reverse', 'reverse the order'),
      flag('--view NAME', 'as a view that you kept in the app shows them; other flags win', { completes: 'views' }),
      flag('-L, --limit N', 'print at most N; all are fetched', { kind: 'count' }),
      flag('--columns NAMES', `only these columns, in this order: ${animalColumnNames.join()}`, {
        choices: animalColumnNames,
        severalChoices: true,
      }),
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
  command('get', 'look up animals by id', {
    details:
      'Q-3 goes on working once the animal has an id. If the store no longer ' +
      'offers look-ups by id, petstore searches its lists.',
    arguments: [argument('ID...', 'a pet id (42) or a queued animal (Q-3)', { kind: 'animal', completes: 'pets' })],
    flags: [offline, flag('--results', 'with --json, print the shape for several ids even for one')],
    examples: ['get 42', 'get 42 58 Q-3 --json', 'get 42 --results --json', 'get 42 --offline'],
    load: async () => (await import('../commands/pets/get-saved.js')).getAnimals,
  }),
  command('add', 'add an animal; it is queued if the store cannot be reached', {
    details:
      'petstore saves the animal durably, then sends it. If the store has not answered after 10 ' +
      'seconds, the animal stays queued and the next sync looks for it. On a terminal petstore ' +
      'asks for missing fields, and before it adds a second animal of the same name and ' +
      'category; in a pipe, with --json or with --no-input it does not ask.',
    arguments: [
      argument('[NAME]', 'its name', { kind: 'not-empty' }),
      argument('[CATEGORY]', 'its category: the number, or the name you gave it', {
        kind: 'category',
        completes: 'categories',
      }),
    ],
    flags: [
      ...enteringFlags,
      flag('--no-input', 'never ask, even on a terminal'),
      flag('--no-wait', 'only queue it; send it later'),
      noAsk,
    ],
    examples: [
      'add Luna 2',
      'add --name Luna --category Cats --status available',
      'add --name "Old Tom" --category 2 --no-wait',
    ],
    load: async () => (await import('../commands/pets/add.js')).addAnimal,
  }),
  command('import', 'queue many animals from a file', {
    details:
      `Reads CSV with the header ${petFieldNames.join()}, a JSON array or NDJSON; a category may be ` +
      'given by its name. petstore checks every row first and names each bad one by line and field; one ' +
      'stops the file. ' +
      'An empty status stays unset. Every row becomes a new animal, even if it has an id; if ' +
      'the saved copy shows the same animal under that id, --again is needed.',
    arguments: [argument('[FILE]', 'the file, or - for standard input', { completes: 'files' })],
    flags: [
      flag('--dry-run', 'only check'),
      flag('--again', 'import even if the same content was imported before, or is on the store'),
      flag('--skip-bad', 'queue the good rows, and write the bad ones to a file beside it'),
      noAsk,
      flag('--example', 'print a file to begin with'),
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
