import { entryStates } from '../../domain/entry.js';
import type { PetWord } from '../../domain/pet.js';
import { isForMany, type QueueVerb, verbs, verbWord } from '../../domain/verbs.js';
import { type Argument, type Command, command, flag } from '../parse/command.js';
import { correctingFlags } from './pet-flags.js';

const one: Argument = { name: 'Q-ID', summary: 'a queued animal, such as Q-3', kind: 'local-id', completes: 'entries' };
const several: Argument = { ...one, many: true };
/** Named animals; left out if `--state` says which. */
const chosen: Argument = { ...several, optional: true };
const yes = flag({ name: 'yes', summary: 'do not ask' });
type VerbFlag = PetWord | 'state' | 'yes' | 'hold';

/** `petstore queue VERB`: the animals are named, or meant by `--state` where many can be changed at once. */
function verb(
  name: QueueVerb,
  declared: Pick<Command<VerbFlag>, 'summary' | 'details' | 'examples' | 'arguments' | 'flags'>,
): Command {
  return command<VerbFlag>({
    words: ['queue', verbWord(name)],
    arguments: [isForMany(name) ? chosen : several],
    flags: [...(isForMany(name) ? [inState] : []), ...(verbs[name].question ? [yes] : [])],
    load: async () => (await import('../commands/queue/change-queue.js')).queueVerb(name),
    ...declared,
  });
}

const inState = flag({
  name: 'state',
  value: 'STATE',
  summary: 'all animals in this state, instead of naming them',
  choices: entryStates,
});

/** The commands about queued animals; what each verb is, is in `domain/verbs.ts`. */
export const queueCommands: readonly Command[] = [
  command({
    words: ['queue', 'list'],
    byDefault: true,
    summary: 'list queued animals with their state, age and reason',
    details:
      'Tables show unfinished animals. TSV, CSV and JSON also have recently sent ones; ' +
      'a flag below chooses. --sent and --discarded can be combined.',
    flags: [
      { name: 'state', value: 'STATE', summary: 'only those in this state', choices: entryStates },
      { name: 'sent', summary: 'animals that have their id, archived ones too' },
      { name: 'discarded', summary: 'discarded animals, archived ones too' },
      { name: 'all', summary: 'all animals, discarded and archived ones too' },
    ],
    examples: ['queue', 'queue --sent', 'queue --discarded --json', 'queue list --state review --json'],
    load: async () => (await import('../commands/queue/read-queue.js')).queueList,
  }),
  command({
    words: ['queue', 'show'],
    summary: 'show queued animals with their history',
    arguments: [several],
    examples: ['queue show Q-3'],
    load: async () => (await import('../commands/queue/read-queue.js')).queueShow,
  }),
  verb('edit', {
    summary: 'correct queued animals that are not on the store',
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
  verb('retry', {
    summary: 'try queued or rejected animals now',
    details: 'One that is held is not tried; `petstore queue release` releases it.',
    examples: ['queue retry Q-3', 'queue retry --state rejected'],
  }),
  verb('hold', {
    summary: 'hold queued animals: they are not sent until they are released',
    details:
      'One whose answer was lost is looked for all the same. If it is on ' +
      'the store it is shown; if it is not, it is held.',
    examples: ['queue hold Q-3 Q-4', 'queue hold --state queued'],
  }),
  verb('release', {
    summary: 'release held animals; each returns to its former state',
    examples: ['queue release Q-3', 'queue release --state held'],
  }),
  verb('discard', {
    summary: 'give queued animals up; `queue restore` brings them back',
    details:
      'One whose answer was lost is looked for all the same. If it is on the ' +
      'store it is shown; if it is not, it is discarded.',
    examples: ['queue discard Q-3', 'queue discard Q-3 Q-4 --yes', 'queue discard --state rejected --yes'],
  }),
  verb('restore', {
    summary: 'bring discarded animals back',
    details:
      'Each returns to its former state: a held one is held again. An app that is open sends ' +
      'a queued one at once; with --hold it waits until it is released.',
    flags: [inState, { name: 'hold', summary: 'hold them; they are not sent until they are released' }],
    examples: ['queue restore Q-3', 'queue restore Q-3 --hold'],
  }),
  verb('adopt', {
    summary: 'settle a review: the queued animal is this pet',
    details: 'The pet is read from the store first. The animal is not sent.',
    arguments: [
      one,
      { name: 'ID', summary: 'the pet id the animal has on the store', kind: 'int64', completes: 'pets' },
    ],
    examples: ['queue adopt Q-3 42'],
  }),
  verb('disown', {
    summary: 'take an adoption back: the animal found on the store is another one',
    examples: ['queue disown Q-3'],
  }),
  verb('sendAgain', {
    summary: 'settle a review: send the animal once more',
    details: 'This may make a second one, and an animal cannot be deleted through petstore.',
    examples: ['queue send-again Q-3 --yes'],
  }),
  command({
    words: ['queue', 'export'],
    summary: 'print waiting animals as a file that can be imported',
    details: 'CSV unless --format says otherwise. The queue does not change: exported animals are still queued here.',
    examples: ['queue export > waiting.csv', 'queue export --format ndjson'],
    load: async () => (await import('../commands/queue/read-queue.js')).queueExport,
  }),
];
