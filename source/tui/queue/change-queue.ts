/** What the keys of verbs do: to what is marked, else to the animal under the cursor. */
import { describeState, type Entry, standingOf } from '../../domain/entry.js';
import { isAllowed, type ManyVerb, type QueueVerb, verbs } from '../../domain/verbs.js';
import { stateWord } from '../../text/queue/entry-text.js';
import { shortName } from '../../text/animal/short-name.js';
import { askWhether } from '../actions/ask.js';
import { entryAtCursor } from '../actions/cursor.js';
import { say } from '../actions/say.js';
import { type App, undoText, keyOf } from '../app-context.js';
import { hasMarks, markedAnimals } from '../marks/marks.js';
import { askAboutMarks } from './change-marked.js';
import { performChange, toChange } from './perform-change.js';

/** A verb that needs nothing but the animal. */
export type PlainVerb = Exclude<QueueVerb, 'edit' | 'adopt'>;
/** The same, where it has a key of its own. */
export type KeyVerb = Extract<PlainVerb, ManyVerb>;

/** Whether the animal under the cursor is queued and in a state that allows a verb. */
export function allows(app: App, verb: QueueVerb): boolean {
  const entry = entryAtCursor(app);
  return entry !== undefined && isAllowed(verb, entry);
}

function subjectsOf(app: App): readonly Entry[] {
  return hasMarks(app) ? markedAnimals(app).entries : [entryAtCursor(app) ?? []].flat();
}

/** What the key of a verb does now: where two verbs have one key, the states of the animals decide. */
export function verbMeant(verb: KeyVerb, entries: readonly Entry[]): KeyVerb {
  const base = verbs[verb].otherwise ?? verb;
  const first = (Object.keys(verbs) as readonly KeyVerb[]).find((each) => verbs[each].otherwise === base);
  return first && entries.length > 0 && entries.every((entry) => isAllowed(first, entry)) ? first : base;
}

/** Whether the key of a verb would do it now. */
export function wouldDo(app: App, verb: KeyVerb): boolean {
  const entries = subjectsOf(app);
  return verbMeant(verb, entries) === verb && entries.some((entry) => isAllowed(verb, entry));
}

/** The queued animal under the cursor if it allows the verb; otherwise says why not. */
export function permitted(app: App, verb: QueueVerb): Entry | undefined {
  const entry = entryAtCursor(app);
  const { past } = verbs[verb];
  if (!entry) {
    say(app, `Only queued animals can be ${past}; this one is on the store.`);
    return undefined;
  }

  const standing = standingOf(entry);
  if (verb === 'retry' && standing === 'held') {
    say(app, `${entry.localId} is held, so it is not sent${releaseText(app)}.`);
    return undefined;
  }

  if (!isAllowed(verb, entry)) {
    say(app, `${entry.localId} is ${describeState(standing)} and cannot be ${past} now.`);
    return undefined;
  }

  return entry;
}

/** How what is held is let go, by the key that is bound to it here; empty where there is none. */
export function releaseText(app: App): string {
  const key = keyOf(app, 'hold');
  return key === '' ? '' : `; ${key} releases it`;
}

/** The key of a verb: asks first where the verb has a question, or many animals are marked. */
export function changeByKey(app: App, key: KeyVerb): void {
  const verb = verbMeant(key, subjectsOf(app));
  if (hasMarks(app)) {
    askAboutMarks(app, verb);
    return;
  }

  const entry = permitted(app, verb);
  if (entry && verbs[verb].question) {
    const question = verbs[verb].question(`${entry.localId} ${shortName(entry.name)}`);
    askWhether(app, question, { type: 'change', verb, localId: entry.localId });
  } else if (entry) {
    changeOne(app, verb, entry.localId);
  }
}

/** Uses a verb on one animal; `u` takes it back where the verb can be. */
export function changeOne(app: App, verb: PlainVerb, localId: string): void {
  const { back, past } = verbs[verb];
  if (verb === 'retry') {
    // Its outcome is announced when it comes.
    app.model.dispatch({ type: 'watched', watched: [...app.model.get().watched, { localId }] });
  }

  performChange(app, async ({ engine }) => {
    const entry = await engine[verb](localId);
    const text = changedTexts[verb]?.(entry, app) ?? `${localId} is ${past}.`;
    return { entry, text, ...(back ? { change: toChange(past, localId, verb as KeyVerb, back.verb) } : {}) };
  });
}

/** What is said of one animal once a verb changed it, where there is more to say than the verb's past tense. */
const changedTexts: Partial<Record<QueueVerb, (entry: Entry, app: App) => string>> = {
  retry: ({ localId }) => `${localId} is tried again.`,
  restore: ({ localId, name, state }) => `${localId} ${shortName(name)} is back: ${stateWord(state)}.`,
  hold: ({ localId, state }, app) => {
    const key = keyOf(app, 'hold');
    return state === 'checking'
      ? `${localId} is looked for. It is held if it is not on the ` +
          `store${key === '' ? '' : ` (${key} takes that back)`}.`
      : `${localId} is held until you release it${key === '' ? '' : ` (${key})`}.`;
  },
  discard: ({ localId, name, state }, app) => {
    const became = state === 'checking' ? 'is looked for. It is discarded if it is not on the store' : 'is discarded';
    return `${localId} ${shortName(name)} ${became}.${undoText(app, 'brings it back')}`;
  },
};
