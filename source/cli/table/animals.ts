import { petFieldNames, type PetWord } from '../../domain/pet.ts';
import { argument, type Command, command, flag, type Argument } from '../parse/command.ts';
import { correctingFlags, enteringFlags, formatFlag, statusFlag, animalColumnNames } from './flags.ts';
import { entryStates } from '../../domain/entry.ts';
import { isForMany, type ShellVerb, verbs, verbWord } from '../../domain/verbs.ts';

const offline = flag('--offline', 'answer from the saved copy; send no request');

/** The commands about animals. */
export const animalCommands: readonly Command[] = [
  command('list', 'list the animals of the store, queued ones too', {
    details:
      'If the store does not answer, this prints the saved copy and says how old it is. Queued animals come first, ' +
      'sorted among themselves, and have an id such as Q-7. All words of a query must match; `petstore help filter` ' +
      'has terms such as cat:dogs. --columns is for the table, TSV and CSV: JSON has every field.',
    flags: [
      statusFlag,
      flag('-q, --query TEXT', 'only animals that match all of these words'),
      flag('--sort FIELD', 'id (default), name, category or status', { choices: ['id', 'name', 'category', 'status'] }),
      flag('--reverse', 'reverse the order'),
      flag('-L, --limit N', 'print at most N; all are fetched', { kind: 'count' }),
      flag('--columns NAMES', `only these columns, in this order: ${animalColumnNames.join()}`),
      formatFlag,
      offline,
    ],
    examples: [
      'list',
      'list -s available -q "siamese cats" -L 10',
      'list -q "cat:dogs -sold id:500.."',
      'list --sort name --format csv > animals.csv',
      'list --columns id,name',
      'list --offline --json',
    ],
    load: async () => (await import('../commands/pets/list.ts')).listAnimals,
  }),
  command('get', 'look up animals by id', {
    details:
      'Q-3 goes on working once the animal has an id. If the store no longer ' +
      'offers look-ups by id, petstore searches its lists. The saved copy only denies (exit 3) an animal whose id ' +
      'lies below the highest of a whole list, at a store whose ids rise; else it cannot tell (exit 5).',
    arguments: [argument('ID...', 'a pet id (42) or a queued animal (Q-3)', { kind: 'animal' })],
    flags: [formatFlag, offline],
    examples: ['get 42', 'get 42 --json | jq .pet.name', 'get 42 58 Q-3 --json', 'get 42 --offline'],
    load: async () => (await import('../commands/pets/get-saved.ts')).getAnimals,
  }),
  command('add', 'add an animal; it is queued if the store cannot be reached', {
    details:
      'petstore saves the animal durably, then sends it. If the store has not answered after 10 seconds, the animal ' +
      'is kept, and the next sync checks whether it arrived. On a terminal petstore asks for missing fields, and before it ' +
      'adds a second animal of the same name and category; in a pipe or with --json it does not ask.',
    arguments: [
      argument('[NAME]', 'its name', { kind: 'not-empty' }),
      argument('[CATEGORY]', 'its category: the number, or the name you gave it', {
        kind: 'category',
      }),
    ],
    flags: [...enteringFlags, flag('--no-wait', 'only queue it; send it later')],
    examples: [
      'add Luna 2',
      'add --name Luna --category Cats --status available',
      'add --name "Old Tom" --category 2 --no-wait',
    ],
    load: async () => (await import('../commands/pets/add.ts')).addAnimal,
  }),
  command('import', 'queue many animals from a file', {
    details:
      `Reads tables with a header (${petFieldNames.join()}), whatever separates their cells, a JSON array, and JSON ` +
      'objects one after the other; a category may be given by its name. Other titles are told once with --column, and ' +
      'remembered for that header. petstore checks ' +
      'every row first and names each bad one by its place and field; one stops the file. ' +
      'An empty status stays unset. Every row becomes a new animal, even if it has an id. Rows that were imported in ' +
      'the last 30 days, or are on the store under their id by the saved copy, are named, and the file is queued ' +
      'with --new or --again only. A row that corrects one of before is named too; --new leaves it out.',
    arguments: [argument('[FILE]', 'the file, or - for standard input', { completes: 'files' })],
    flags: [
      flag('--dry-run', 'only check'),
      flag('--new', 'leave out rows that were imported before or are on the store'),
      flag('--again', 'import even rows that were imported before or are on the store'),
      flag('--column FIELD=TITLE', 'which column is the name, category, status or id; can be given several times', {
        many: true,
      }),
      flag('--encoding NAME', 'of a file that is not UTF-8, such as windows-1252, latin-1 or utf-16le', {
        kind: 'not-empty',
      }),
      flag('--skip-bad', 'queue the good rows, and write the bad ones to a file beside it'),
      flag('--example', 'print a file to begin with'),
    ],
    examples: [
      'import --example > animals.csv',
      'import animals.csv --dry-run',
      'import animals.csv',
      'import animals.csv --skip-bad',
      'import animals.csv --new',
      'import rescue.csv --column name=Animal',
      'import - < animals.json',
    ],
    load: async () => (await import('../commands/import/import.ts')).importAnimals,
  }),
];

const one = argument('Q-ID', 'a queued animal, such as Q-3', { kind: 'local-id' });
const several: Argument = { ...one, many: true };
/** Named animals; left out if `--state` says which. */
const chosen: Argument = { ...several, optional: true };
const yes = flag('--yes', 'do not ask');
type VerbFlag = PetWord | 'state' | 'yes';

/** `petstore queue VERB`: the animals are named, or meant by `--state` where many can be changed at once. */
function verb(
  name: ShellVerb,
  summary: string,
  declared: Pick<Command<VerbFlag>, 'details' | 'examples' | 'arguments' | 'flags'>,
): Command {
  return command<VerbFlag>(`queue ${verbWord(name)}`, summary, {
    arguments: [isForMany(name) ? chosen : several],
    flags: [...(isForMany(name) ? [inState] : []), ...(verbs[name].question ? [yes] : [])],
    load: async () => (await import('../commands/queue/change-queue.ts')).queueVerb(name),
    ...declared,
  });
}

const inState = flag('--state STATE', 'all animals in this state, instead of naming them', { choices: entryStates });

/** The commands about queued animals; what each verb is, is in `domain/verbs.ts`. */
export const queueCommands: readonly Command[] = [
  command('queue list', 'list queued animals with their state, age and reason', {
    byDefault: true,
    details:
      'Tables show the animals that are not created or discarded yet. TSV, CSV and JSON also have those created ' +
      'recently.',
    flags: [
      flag('--state STATE', 'only those in this state, archived ones too', { choices: entryStates }),
      flag('--sent', 'those on the store: --state created'),
      flag('--discarded', 'those you gave up: --state discarded'),
      flag('--all', 'all animals, discarded and archived ones too'),
      formatFlag,
    ],
    examples: ['queue', 'queue --sent', 'queue list --state review --json'],
    load: async () => (await import('../commands/queue/read-queue.ts')).queueList,
  }),
  command('queue show', 'show queued animals with their history', {
    details:
      '--proof prints a page for somebody else: when each was entered, sent, lost and found, under which profile and ' +
      'key (its last four characters), and what the store answered, with its X-Request-Id. It is kept for ever.',
    arguments: [several],
    flags: [flag('--proof', 'print the proof of what happened to it')],
    examples: ['queue show Q-3', 'queue show Q-3 --proof > Q-3.txt'],
    load: async () => (await import('../commands/queue/read-queue.ts')).queueShow,
  }),
  verb('edit', 'correct queued animals that are not on the store', {
    details:
      'One that is held stays held. One whose answer was lost is checked for as it was ' +
      'sent. If it is not on the store, it is sent as you corrected it.',
    flags: [...correctingFlags, inState],
    examples: [
      'queue edit Q-3 --category 7',
      'queue edit Q-3 Q-4 --status none',
      'queue edit --state rejected --category 7',
    ],
  }),
  verb('hold', 'hold queued animals: they are not sent until they are released', {
    details:
      'One whose answer was lost is checked for all the same. If it is on ' +
      'the store it is shown; if it is not, it is held.',
    examples: ['queue hold Q-3 Q-4', 'queue hold --state queued'],
  }),
  verb('release', 'release held animals; each returns to its former state', {
    examples: ['queue release Q-3', 'queue release --state held'],
  }),
  verb('discard', 'give queued animals up; `queue restore` brings them back', {
    details:
      'One whose answer was lost is checked for all the same. If it is on the ' +
      'store it is shown; if it is not, it is discarded.',
    examples: ['queue discard Q-3', 'queue discard Q-3 Q-4 --yes', 'queue discard --state rejected --yes'],
  }),
  verb('restore', 'bring discarded animals back', {
    details:
      'Each returns to its former state: a held one is held again. An app that is open sends a queued one after its rest.',
    examples: ['queue restore Q-3', 'queue restore --state discarded'],
  }),
  verb('adopt', 'answer a review: the queued animal is this pet', {
    details: 'The pet is read from the store first. If it has another name or category, petstore asks.',
    flags: [yes],
    arguments: [one, argument('ID', 'the pet id the animal has on the store', { kind: 'pet-id' })],
    examples: ['queue adopt Q-3 42', 'queue adopt Q-3 42 --yes'],
  }),
  verb('sendAgain', 'send animals now: rejected, queued for another try, or in review', {
    details:
      'For one in review this may make a second animal, and an animal cannot be deleted through petstore: petstore ' +
      'asks. One that is held is not sent; `petstore queue release` releases it.',
    flags: [inState, yes],
    arguments: [chosen],
    examples: ['queue send-again Q-3 --yes', 'queue send-again --state rejected'],
  }),
  verb('reopen', 'take back an answer to a review, or an animal that petstore found by itself', {
    details: 'The question is then open as it was. One that was sent meanwhile stays as it is.',
    examples: ['queue reopen Q-3'],
  }),
];
