import { entryStates } from '../../domain/entry.js';
import type { PetWord } from '../../domain/pet.js';
import { isForMany, type QueueVerb, verbs, verbWord } from '../../domain/verbs.js';
import { type Argument, argument, type Command, command, flag } from '../parse/command.js';
import { correctingFlags } from './pet-flags.js';

const one = argument('Q-ID', 'a queued animal, such as Q-3', { kind: 'local-id', completes: 'entries' });
const several: Argument = { ...one, many: true };
/** Named animals; left out if `--state` says which. */
const chosen: Argument = { ...several, optional: true };
const yes = flag('--yes', 'do not ask');
type VerbFlag = PetWord | 'state' | 'yes' | 'hold';

/** `petstore queue VERB`: the animals are named, or meant by `--state` where many can be changed at once. */
function verb(
  name: QueueVerb,
  summary: string,
  declared: Pick<Command<VerbFlag>, 'details' | 'examples' | 'arguments' | 'flags'>,
): Command {
  return command<VerbFlag>(`queue ${verbWord(name)}`, summary, {
    arguments: [isForMany(name) ? chosen : several],
    flags: [...(isForMany(name) ? [inState] : []), ...(verbs[name].question ? [yes] : [])],
    load: async () => (await import('../commands/queue/change-queue.js')).queueVerb(name),
    ...declared,
  });
}

const inState = flag('--state STATE', 'all animals in this state, instead of naming them', { choices: entryStates });

/** The commands about queued animals; what each verb is, is in `domain/verbs.ts`. */
export const queueCommands: readonly Command[] = [
  command('queue list', 'list queued animals with their state, age and reason', {
    byDefault: true,
    details:
      'Tables show unfinished animals. TSV, CSV and JSON also have recently sent ones; ' +
      'a flag below chooses. --sent and --discarded can be combined.',
    flags: [
      flag('--state STATE', 'only those in this state', { choices: entryStates }),
      flag('--sent', 'animals that have their id, archived ones too'),
      flag('--discarded', 'discarded animals, archived ones too'),
      flag('--all', 'all animals, discarded and archived ones too'),
    ],
    examples: ['queue', 'queue --sent', 'queue --discarded --json', 'queue list --state review --json'],
    load: async () => (await import('../commands/queue/read-queue.js')).queueList,
  }),
  command('queue show', 'show queued animals with their history', {
    arguments: [several],
    examples: ['queue show Q-3'],
    load: async () => (await import('../commands/queue/read-queue.js')).queueShow,
  }),
  verb('edit', 'correct queued animals that are not on the store', {
    details:
      'One that is held stays held. One whose answer was lost is looked for as it was ' +
      'sent. If it is not on the store, it is sent as you corrected it.',
    flags: [...correctingFlags, inState],
    examples: [
      'queue edit Q-3 --category 7',
      'queue edit Q-3 Q-4 --status none',
      'queue edit --state rejected --category 7',
    ],
  }),
  verb('retry', 'try queued or rejected animals now', {
    details: 'One that is held is not tried; `petstore queue release` releases it.',
    examples: ['queue retry Q-3', 'queue retry --state rejected'],
  }),
  verb('hold', 'hold queued animals: they are not sent until they are released', {
    details:
      'One whose answer was lost is looked for all the same. If it is on ' +
      'the store it is shown; if it is not, it is held.',
    examples: ['queue hold Q-3 Q-4', 'queue hold --state queued'],
  }),
  verb('release', 'release held animals; each returns to its former state', {
    examples: ['queue release Q-3', 'queue release --state held'],
  }),
  verb('discard', 'give queued animals up; `queue restore` brings them back', {
    details:
      'One whose answer was lost is looked for all the same. If it is on the ' +
      'store it is shown; if it is not, it is discarded.',
    examples: ['queue discard Q-3', 'queue discard Q-3 Q-4 --yes', 'queue discard --state rejected --yes'],
  }),
  verb('restore', 'bring discarded animals back', {
    details:
      'Each returns to its former state: a held one is held again. An app that is open sends ' +
      'a queued one at once; with --hold it waits until it is released.',
    flags: [inState, flag('--hold', 'hold them; they are not sent until they are released')],
    examples: ['queue restore Q-3', 'queue restore Q-3 --hold'],
  }),
  verb('adopt', 'settle a review: the queued animal is this pet', {
    details: 'The pet is read from the store first. The animal is not sent.',
    arguments: [one, argument('ID', 'the pet id the animal has on the store', { kind: 'int64', completes: 'pets' })],
    examples: ['queue adopt Q-3 42'],
  }),
  verb('disown', 'take an adoption back: the animal found on the store is another one', {
    examples: ['queue disown Q-3'],
  }),
  verb('sendAgain', 'settle a review: send the animal once more', {
    details: 'This may make a second one, and an animal cannot be deleted through petstore.',
    examples: ['queue send-again Q-3 --yes'],
  }),
  command('queue export', 'print waiting animals as a file that can be imported', {
    details: 'CSV unless --format says otherwise. The queue does not change: exported animals are still queued here.',
    examples: ['queue export > waiting.csv', 'queue export --format ndjson'],
    load: async () => (await import('../commands/queue/read-queue.js')).queueExport,
  }),
];
