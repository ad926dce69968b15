/** What the keys of verbs do: to what is marked, else to the animal under the cursor. */
import { describeState, type Entry, decidedState } from '../../domain/entry.ts';
import {
  canRest,
  isAllowed,
  isForMany,
  type ManyVerb,
  manyWords,
  type QueueStep,
  type QueueVerb,
  verbs,
} from '../../domain/verbs.ts';
import { entryAdvice } from '../words/entry-text.ts';
import { changedText } from '../../text/queue/changed-text.ts';
import { ifAbsentText, manyCheckedText } from '../../text/queue/wait-text.ts';
import { shortName } from '../../text/hints.ts';
import { askWhether, say } from '../actions/say.ts';
import { readRestMs } from '../actions/session.ts';
import { animalAtCursor, entryAtCursor, hasMarks } from '../actions/cursor.ts';
import { type App, keyOf, snapshotOf, undoText, waitContext } from '../app-context.ts';
import { dropMarks, entriesMeant, markedAnimals } from '../marks/marks.ts';
import { restText } from './rest.ts';
import { performChange, performInTurn, stepsTaken, takeSteps, tellSkipped, toChange } from './undo.ts';
import { countText } from '../../text/count-text.ts';

type PlainVerb = Exclude<QueueVerb, 'edit' | 'adopt'>;
/** The same, where it has a key of its own. */
export type KeyVerb = Extract<PlainVerb, ManyVerb>;

/** Whether the animal under the cursor is queued and in a state that allows a verb. */
export function allows(app: App, verb: QueueVerb): boolean {
  const entry = entryAtCursor(app);
  return entry !== undefined && isAllowed(verb, entry);
}

/** Whether the key of a verb would do it now. */
export function wouldDo(app: App, verb: KeyVerb): boolean {
  return entriesMeant(app).some((entry) => isAllowed(verb, entry));
}

/** Whether no animal would be sent by its key either: the store does not answer, or a person stopped the sending. */
export function isSendingStopped(app: App): boolean {
  return snapshotOf(app).sending.type === 'no';
}

/** A verb in the footer: that one promises no more than to begin. */
export const verbHint = (verb: KeyVerb): string => (verb === 'retry' ? 'send' : verb);

/** The queued animal under the cursor if it allows the verb; otherwise says why not. */
export function permitted(app: App, verb: QueueVerb): Entry | undefined {
  const entry = entryAtCursor(app);
  if (entry && isAllowed(verb, entry)) {
    return entry;
  }

  const { past } = verbs[verb];
  if (!entry) {
    const why = animalAtCursor(app) ? 'this one is on the store' : 'no animal is here';
    say(app, `Only queued animals can be ${past}; ${why}.`);
  } else if (verb === 'retry' && decidedState(entry) === 'held') {
    say(app, `${entry.localId} is held, so it is not sent; ${keyOf(app, 'release')} releases it.`);
  } else {
    say(app, refusalOf(entry, verb));
  }

  return undefined;
}

/** Why a verb cannot be used on an animal that does not allow it. */
export const refusalOf = (entry: Entry, verb: QueueVerb): string =>
  `${entry.localId} is ${describeState(decidedState(entry))} and cannot be ${verbs[verb].past} now.`;

/** The key of a verb: asks first about many, and about one that may be on the store. `onYes`: done before it. */
export function changeByKey(app: App, verb: KeyVerb, onYes: (app: App, localId: string) => void): void {
  if (hasMarks(app)) {
    askAboutMarked(app, verb);
    return;
  }

  const entry = permitted(app, verb);
  if (entry && verb === 'discard' && (entry.state === 'checking' || entry.state === 'review')) {
    const asked = `Discard ${entry.localId} ${shortName(entry.name)}?`;
    const absent = ifAbsentText({ ...entry, ifAbsent: 'discarded' });
    const question = `${asked}${entry.state === 'checking' ? ` ${absent}` : ''} If it is on the store, it stays there.`;
    const change = (): void => {
      onYes(app, entry.localId);
      changeOne(app, verb, entry.localId);
    };
    // What it became meanwhile the queue knows, which then says why it changes nothing.
    askWhether(app, question, change);
  } else if (entry) {
    changeOne(app, verb, entry.localId);
  }
}

/** Uses a verb on one animal; `u` takes it back where the verb can be. */
export function changeOne(app: App, verb: PlainVerb, localId: string): void {
  const { past } = verbs[verb];
  if (verb === 'retry') {
    // Its outcome is announced when it comes.
    app.model.watch(localId);
  }

  performChange(app, async ({ engine }) => {
    // Whatever the verb: a hold right after a release is to come after it.
    const restMs = await readRestMs(app);
    const entry = canRest(verb) ? await engine[verb](localId, { restMs }) : await engine[verb](localId);
    const text =
      verb === 'retry'
        ? // What is sent already may hang: then its turn has not come.
          `${nameOf(entry)} is queued. ${entryAdvice(entry, app.now(), waitContext(app))}`
        : `${nameOf(entry)} ${changedText(verb, entry, (next, does) => `; ${keyOf(app, wayKeys[next] ?? next)} ${does}`)}` +
          `${canRest(verb) ? restText(app, [localId]) : ''}.`;
    const change =
      verb === 'sendAgain'
        ? { says: past, back: [], reopens: localId }
        : toChange(past, [{ action: verb as KeyVerb, localId }]);
    return { entry, text, change };
  });
}

const nameOf = ({ localId, name }: Entry): string => `${localId} ${shortName(name)}`;

/** The keys that lead on from what was done, where they are not called as the verb is. */
const wayKeys: Readonly<Record<string, string>> = { show: 'open', restore: 'undo', reopen: 'undo', hold: 'undo' };

const keyVerbs = (Object.keys(verbs) as readonly QueueVerb[])
  .filter((verb): verb is KeyVerb => isForMany(verb) && verb !== 'edit')
  .sort((a, b) => Number(b === 'discard') - Number(a === 'discard'));

/** What can be done with what is marked, and with how many; a verb that none of it allows is left out. */
export function markVerbs(app: App) {
  const { entries, petIds } = markedAnimals(app);
  const inVain = (verb: KeyVerb): boolean => verb === 'retry' && isSendingStopped(app);
  return [
    ...keyVerbs.map((verb) => ({
      key: keyOf(app, verb),
      hint: verbHint(verb),
      action: verb as string,
      count: inVain(verb) ? 0 : entries.filter((entry) => isAllowed(verb, entry)).length,
    })),
    { key: keyOf(app, 'copy-id'), hint: 'copy', action: 'copy-id', count: entries.length + petIds.length },
  ].filter(({ count }) => count > 0);
}

function askAboutMarked(app: App, verb: KeyVerb): void {
  const { ask, again = '', past } = manyWords(verb);
  const { entries, petIds } = markedAnimals(app);
  const able = entries.filter((entry) => isAllowed(verb, entry));
  const unable = entries.length + petIds.length - able.length;
  if (able.length === 0) {
    say(app, `None of the ${countText(unable, 'marked animal')} can be ${past} now.`);
    return;
  }

  const question = `${ask} ${countText(able.length, 'animal')}${again}?`;
  const others = countText(unable, 'marked animal does', 'marked animals do');
  askWhether(app, unable === 0 ? question : `${question} ${others} not allow it.`, () =>
    changeMarked(
      app,
      verb,
      able.map(({ localId }) => ({ action: verb, localId })),
    ),
  );
}

function changeMarked(app: App, verb: KeyVerb, steps: readonly QueueStep[]): void {
  const { past, doing } = manyWords(verb);
  const queued = isSendingStopped(app) ? 'queued' : 'queued, to be sent at once';
  const undo = verbs[verb].back?.does;
  dropMarks(app);
  performInTurn(app, async (session) => {
    const report = await takeSteps(app, session, steps, doing);
    const { changed } = report;
    const change = toChange(past, stepsTaken(steps, report));
    const how = changed.length > 0 && undo !== undefined ? undoText(app, undo) : '';
    const count = countText(changed.length, 'animal is', 'animals are');
    const text = `${count} ${verb === 'retry' ? queued : past}.${manyCheckedText(changed)}${how}`;
    return { ...tellSkipped(text, report), change };
  });
}
