import { type Entry, wantedOf } from '../../domain/entry.js';
import { pickPet } from '../../domain/pet.js';
import { isAllowed, type ManyVerb, manyWords, type QueueStep, verbs } from '../../domain/verbs.js';
import { countText } from '../../text/count-text.js';
import { stateWord } from '../../text/queue/entry-text.js';
import { shortName } from '../../text/animal/short-name.js';
import { askWhether } from '../actions/ask.js';
import { say } from '../actions/say.js';
import { snapshotOf, type App, undoText } from '../app-context.js';
import { fitsAsQuestion } from '../layout.js';
import { dropMarks, markedAnimals } from '../marks/marks.js';
import { performInTurn, stepsTaken, takeSteps, tellSkipped } from './perform-change.js';

/** What takes a step back from an animal as it was before; undefined: nothing does. */
function toBack({ action, localId }: QueueStep, before: Entry | undefined): QueueStep | undefined {
  if (action === 'edit') {
    return before && { action, localId, pet: pickPet(wantedOf(before)) };
  }

  const { back } = verbs[action];
  return back && { action: back.verb, localId };
}

/**
 * Names of animals that a question lists, of those it changes and of those it does not, where the window has room for
 * them.
 */
const mostNames = 12;

/** Asks once about all that is marked: how many a verb changes, and how many do not allow it. */
export function askAboutMarks(app: App, verb: Exclude<ManyVerb, 'edit'>): void {
  const { ask, again = '' } = manyWords(verb);
  askAbout(
    app,
    verb,
    (count) => `${ask} ${count}${again}?`,
    ({ localId }) => ({ action: verb, localId }),
  );
}

/** The same for any step. `ask` makes the question of `12 animals`. */
export function askAbout(
  app: App,
  verb: ManyVerb,
  ask: (animals: string) => string,
  toStep: (entry: Entry) => QueueStep,
): void {
  const { entries, petIds } = markedAnimals(app);
  const able = entries.filter((entry) => isAllowed(verb, entry));
  const unable = [
    ...entries.filter((entry) => !able.includes(entry)).map((entry) => `${entry.localId} (${stateWord(entry.state)})`),
    ...petIds.map((id) => `#${id} (on the store)`),
  ];
  if (able.length === 0) {
    say(app, `None of the ${countText(unable.length, 'marked animal')} can be ${manyWords(verb).past} now.`);
    return;
  }

  const others =
    unable.length === 0 ? '' : ` ${countText(unable.length, 'marked animal does', 'marked animals do')} not allow it.`;
  const question = `${ask(countText(able.length, 'animal'))}${others}`;
  const names = able.map(({ localId, name }) => `${localId} ${shortName(name)}`);
  askWhether(
    app,
    `${question} (l lists them)`,
    { type: 'change-marked', verb, steps: able.map(toStep) },
    withNames(app, question, names, unable),
  );
}

/** The question with as many names as leave the window room for the rest. */
function withNames(app: App, question: string, able: readonly string[], unable: readonly string[]): string {
  const { size } = app.model.get();
  for (let most = mostNames; most > 0; most -= 1) {
    const text = `${question} ${first(able, most)}.${unable.length === 0 ? '' : ` Not: ${first(unable, most)}.`}`;
    if (most === 1 || fitsAsQuestion(text, size)) {
      return text;
    }
  }

  return question;
}

function first(names: readonly string[], most: number): string {
  return names.slice(0, most).join(', ') + (names.length > most ? `, and ${names.length - most} more` : '');
}

/** `l` in the question: names the animals it is about. */
export function listInQuestion(app: App): void {
  const { prompt } = app.model.get();
  if (prompt?.kind === 'confirm' && prompt.names !== undefined) {
    app.model.dispatch({ type: 'asked', prompt: { ...prompt, question: prompt.names } });
  }
}

/** Changes what was asked about. The marks go, and one `u` takes all of it back. */
export function changeMarked(app: App, verb: ManyVerb, steps: readonly QueueStep[]): void {
  const { past, doing } = manyWords(verb);
  const undo = verb === 'edit' ? 'takes it back' : verbs[verb].back?.does;
  const before = new Map(snapshotOf(app).entries.map((entry) => [entry.localId, entry]));
  dropMarks(app);
  performInTurn(app, async (session) => {
    const report = await takeSteps(app, session, steps, doing);
    const { changed } = report;
    const forth = stepsTaken(steps, report);
    const back = forth.flatMap((step) => toBack(step, before.get(step.localId)) ?? []);
    const text =
      `${countText(changed.length, 'animal is', 'animals are')} ` +
      `${past}.${changed.length > 0 && undo !== undefined ? undoText(app, undo) : ''}`;
    return { ...tellSkipped(text, report), ...(back.length > 0 ? { change: { says: past, back, forth } } : {}) };
  });
}
