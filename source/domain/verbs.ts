/**
 * The verbs of a person for a queued animal, each in one row. The engine, the shell, the app with its palette and help,
 * docs/reference.md and the engine of the tests read these rows; beside its row, a verb has its command
 * (`cli/table/animals.ts`) and its key (`tui/keys/keymap.ts`).
 */
import { type Entry, type EntryState, decidedState } from './entry.ts';
import { orText, type Pet } from './pet.ts';
import type { Edit } from './pet/compare-pets.ts';
import type { Int64 } from './int64.ts';
import type { EntryRecord } from './record.ts';

/** The words if a verb is used on many marked animals at once. */
type ManyWords = {
  /** Begins the question: *Hold 3 animals?* */
  readonly ask: string;
  /** Ends the question; absent: empty. */
  readonly again?: string;
  /** *3 animals are held.* */
  readonly past: string;
  /** *Holding: 200 of 3000* */
  readonly doing: string;
};

/** The material of a record: the moment, ISO, and the arguments of the verb or the fields of the entry. */
type Given = {
  readonly at: string;
  /** The text that is sent from here on, and the key it is sent with. */
  readonly body?: string | undefined;
  readonly key?: string | undefined;
  readonly restsUntil?: string | undefined;
  readonly pet?: Pet | undefined;
  readonly byForm?: boolean | undefined;
};

type Verb = {
  readonly states: readonly EntryState[];
  /** As in *it cannot be held*. */
  readonly past: string;
  /** The kind of record that it publishes, and its fields beside the moment. */
  readonly kind: EntryRecord['kind'];
  readonly content?: (given: Given) => object;
  /** Asked in the shell unless `--yes` is given, of `Q-3, Q-4` or `3 animals, all that are queued`. */
  readonly question?: (animals: string) => string;
  /** Marked animals, and all that are in a state, are changed by it as one. */
  readonly many?: ManyWords;
  /** The verb that takes it back, and what `u` then does with them. Absent: it cannot be taken back by a verb. */
  readonly back?: { readonly verb: 'release' | 'restore' | 'hold' | 'discard'; readonly does: string };
  /** The animal is to be sent at once, whatever paused the sending. */
  readonly isSentNow?: true;
};

/** What goes out again can be taken back for a moment, as what is new. */
const resting = ({ restsUntil }: Pick<Given, 'restsUntil'>): object => (restsUntil === undefined ? {} : { restsUntil });

const rows = {
  edit: {
    states: ['queued', 'rejected', 'held', 'checking'],
    past: 'edited',
    kind: 'edited',
    content: ({ body = '', key = '', ...given }) => ({ body, key, ...resting(given) }),
    many: { ask: 'Change', past: 'changed', doing: 'Changing' },
  },
  retry: {
    states: ['queued', 'rejected'],
    past: 'sent again',
    kind: 'retried',
    many: { ask: 'Send', again: ' now', past: 'sent', doing: 'Sending' },
    isSentNow: true,
  },
  /** Sets it aside: it is not sent until it is released. */
  hold: {
    states: ['queued', 'rejected', 'checking'],
    past: 'held',
    kind: 'held',
    content: ({ byForm }) => (byForm === undefined ? {} : { byForm }),
    many: { ask: 'Hold', past: 'held', doing: 'Holding' },
    back: { verb: 'release', does: 'releases them' },
  },
  release: {
    states: ['held'],
    past: 'released',
    kind: 'released',
    content: resting,
    many: { ask: 'Release', past: 'released', doing: 'Releasing' },
    back: { verb: 'hold', does: 'holds them again' },
  },
  discard: {
    states: ['queued', 'rejected', 'held', 'review', 'checking'],
    past: 'discarded',
    kind: 'discarded',
    question: (animals) => `Discard ${animals}?`,
    many: { ask: 'Discard', past: 'discarded', doing: 'Discarding' },
    back: { verb: 'restore', does: 'brings them back' },
  },
  /** Brings it back from being discarded, as it was. */
  restore: {
    states: ['discarded'],
    past: 'restored',
    kind: 'restored',
    content: resting,
    many: { ask: 'Restore', past: 'restored', doing: 'Restoring' },
    back: { verb: 'discard', does: 'discards them again' },
  },
  /** Settles a review: it is that pet. Refused if the store has no such pet, or another entry owns it. */
  adopt: {
    states: ['checking', 'review'],
    past: 'adopted',
    kind: 'adopted',
    content: ({ pet }) => ({ pet, by: 'person', evidence: `You said that it is #${pet?.id ?? ''}.` }),
  },
  /** Takes the last answer back, unchanged: of a person, or of petstore itself where it found the animal. */
  reopen: {
    states: ['created', 'queued'],
    past: 'reopened',
    kind: 'reopened',
  },
  /**
   * Settles a review: it is sent once more, although that may make a second one. So is one that is gone from the store.
   */
  sendAgain: {
    states: ['review'],
    past: 'sent again',
    kind: 'sent-again',
    content: ({ key, ...given }) => ({ ...(key === undefined ? {} : { key }), ...resting(given) }),
    question: (animals) => `Send ${animals} again? This may make a second one, and it cannot be deleted here.`,
    isSentNow: true,
  },
} as const satisfies Readonly<Record<string, Verb>>;

/** The name of a verb. */
export type QueueVerb = keyof typeof rows;

/** Those that have a command: `send-again` tries an animal again, too, and `reopen` takes any answer back. */
export type ShellVerb = Exclude<QueueVerb, 'retry'>;

/** The verbs in the order of docs/reference.md. */
export const verbs: Readonly<Record<QueueVerb, Verb>> = rows;

/** A verb that is used on many animals at once. */
export type ManyVerb = { [V in QueueVerb]: (typeof rows)[V] extends { many: ManyWords } ? V : never }[QueueVerb];

/** `restMs`: for so long no sender sends it, in milliseconds. */
export type Rest = { readonly restMs?: number };

/** `byForm`: a form that is open holds it, and lets go of what nobody else holds. */
export type ByForm = { readonly byForm?: boolean };

const restful = ['edit', 'release', 'restore', 'sendAgain'] as const satisfies readonly QueueVerb[];

/** Whether what a verb brings out again, or changes, may rest first, as what is new. */
export const canRest = (verb: QueueVerb): verb is (typeof restful)[number] =>
  (restful as readonly QueueVerb[]).includes(verb);

type GivenTo = {
  readonly edit: Edit & Rest;
  readonly restore: Rest;
  readonly hold: ByForm;
  readonly release: Rest & ByForm;
  readonly sendAgain: Rest;
  readonly adopt: { readonly petId: Int64 };
};

/** A verb with the animal that it is used on. */
export type QueueStep<V extends QueueVerb = ManyVerb> = V extends unknown
  ? { readonly action: V; readonly localId: string } & (V extends keyof GivenTo ? GivenTo[V] : unknown)
  : never;

/** A kind of record that a verb publishes. */
export type VerbKind = (typeof rows)[QueueVerb]['kind'];

/** The record that a verb publishes. */
export function toRecord(verb: QueueVerb, given: Given): EntryRecord {
  const { kind, content } = verbs[verb];
  return { kind, at: given.at, ...content?.(given) } as EntryRecord;
}

/** The act of a person in a record of that kind, as the verb's past tense. */
export function doneBy(kind: EntryRecord['kind']): string {
  return Object.values(verbs).find((verb) => verb.kind === kind)?.past ?? kind;
}

/** Whether a verb is one for many animals. */
export function isForMany(verb: QueueVerb): verb is ManyVerb {
  return verbs[verb].many !== undefined;
}

/** The words for many animals that a verb is used on. */
export function manyWords(verb: ManyVerb): ManyWords {
  return rows[verb].many;
}

type Judged = Pick<Entry, 'state' | 'ifAbsent' | 'gone'> & Partial<Pick<Entry, 'history'>>;

/** Whether only a form that is open holds it (or one that was killed did): a person may still hold it, for good. */
export function isHeldByForm({ state, history = [] }: Judged): boolean {
  const last = state === 'held' ? history.findLast(({ kind }) => kind === 'held') : undefined;
  return last?.kind === 'held' && last.byForm === true;
}

/** Whether an entry allows a verb as it is now; drives the hints, the messages and the engine's own check. */
export function isAllowed(verb: QueueVerb, entry: Judged, { byForm = false }: ByForm = {}): boolean {
  if (byForm ? verb === 'release' : verb === 'hold' && isHeldByForm(entry)) {
    return isHeldByForm(entry);
  }

  if (verb === 'sendAgain' && entry.state === 'created' && entry.gone !== undefined) {
    return true;
  }

  return verbs[verb].states.includes(verb === 'adopt' ? entry.state : decidedState(entry));
}

/** The states that allow a verb as a sentence lists them: `queued, rejected or held`. */
export function listStates(verb: QueueVerb, nameOf: (state: EntryState) => string): string {
  return orText(verbs[verb].states.map(nameOf));
}

/** A verb as it is typed: `send-again`. */
export function verbWord(verb: QueueVerb): string {
  return verb.replace(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`);
}
