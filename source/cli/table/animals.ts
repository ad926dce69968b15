import { petFieldNames } from '../../domain/pet.js';
import { type Command, command } from '../parse/command.js';
import { flag } from '../parse/flag.js';
import { animalColumnNames } from '../print/animal-rows.js';
import { enteringFlags, statusFlag } from './pet-flags.js';

const offline = flag({ name: 'offline', summary: 'answer from the saved copy, ask nobody' });

/** The commands about animals. */
export const animalCommands: readonly Command[] = [
  command({
    words: ['list'],
    summary: 'list the animals of the store, queued ones too',
    details:
      'Asks the store and falls back to the saved copy, saying how old it is. Queued animals carry an id such as Q-7. Filter words are all looked for in name, category, status and id, whatever their accents and capitals. `petstore help filter` tells what else can be asked for, such as cat:dogs. --columns is for the table, TSV and CSV: JSON has every field.',
    flags: [
      statusFlag,
      { name: 'query', short: 'q', value: 'TEXT', summary: 'only animals that match all of these words' },
      { name: 'fuzzy', summary: 'letters may be missing from the words' },
      {
        name: 'sort',
        value: 'FIELD',
        summary: 'id (default), name, category or status',
        choices: ['id', 'name', 'category', 'status'],
      },
      { name: 'reverse', summary: 'the other way round' },
      {
        name: 'view',
        value: 'NAME',
        summary: 'as a view kept in the app shows them; other flags win',
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
      'A queued animal (Q-3) answers like its pet once it has an id. When the store no longer offers look-ups by id, its lists are searched instead.',
    arguments: [
      { name: 'ID', summary: 'a pet id (42) or a queued animal (Q-3)', kind: 'animal', many: true, completes: 'pets' },
    ],
    flags: [
      offline,
      { name: 'results', summary: 'with --json, print the shape for several ids however many there are' },
    ],
    examples: ['get 42', 'get 42 58 Q-3 --json', 'get 42 --results --json', 'get 42 --offline'],
    load: async () => (await import('../commands/pets/get.js')).getAnimals,
  }),
  command({
    words: ['add'],
    summary: 'add an animal; it is queued where the store cannot be reached',
    details:
      'The animal is saved durably first and then sent. Without an outcome after 10 seconds it stays queued and is checked by the next sync. On a terminal you are asked for what is missing, and before a second animal of the same name and category is added; in a pipe, with --json and with --no-input nothing is asked.',
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
      { name: 'no-input', summary: 'ask nothing, on a terminal either' },
      { name: 'no-wait', summary: 'only queue it, send nothing now' },
    ],
    examples: [
      'add Luna Cats',
      'add --name Luna --category 2 --status available',
      'add --name "Old Tom" --category 2 --no-wait',
    ],
    load: async () => (await import('../commands/pets/add.js')).addAnimal,
  }),
  command({
    words: ['import'],
    summary: 'queue many animals from a file, all or none',
    details: `Reads CSV with the header ${petFieldNames.join()}, a JSON array or NDJSON; a category may be given by its name. Every row is checked first, and each bad one named by its line and field. An empty status is not set. Every row is a new animal: an id in it is not used, and where the saved list shows the same animal under that id nothing is queued without --again.`,
    arguments: [{ name: 'FILE', summary: 'the file, or - for standard input', completes: 'files', optional: true }],
    flags: [
      { name: 'dry-run', summary: 'only check' },
      { name: 'again', summary: 'import although the same content was imported before, or is on the store' },
      { name: 'skip-bad', summary: 'queue the right rows, and write the others to a file beside it' },
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
