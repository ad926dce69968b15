import type { Entry } from '../../domain/entry.js';
import { pickPet } from '../../domain/pet.js';
import { actionStates, type QueueStep } from '../../sync/api.js';
import { countText } from '../../text/count-text.js';
import { shortName } from '../../text/animal/short-name.js';
import { perform, say } from '../actions/say.js';
import { snapshotOf, type App } from '../app-context.js';
import { questionLines } from '../layout.js';
import { dropMarks, markedAnimals } from '../marks/marks.js';
import type { Change } from '../state/ui-state.js';
import { takeSteps } from './take-steps.js';
import { noteChange } from './undo.js';

/** A verb that marks allow. */
export type MarkVerb = QueueStep['action'];

type Words = { readonly ask: string; readonly past: string; readonly doing: string; readonly after: string };

const words: Readonly<Record<MarkVerb, Words>> = {
  edit: { ask: 'Change', past: 'changed', doing: 'Changing', after: ' u takes it back.' },
  discard: { ask: 'Discard', past: 'discarded', doing: 'Discarding', after: ' u brings them back.' },
  retry: { ask: 'Try', past: 'tried again', doing: 'Trying', after: '' },
  hold: { ask: 'Hold', past: 'held', doing: 'Holding', after: ' u releases them.' },
  release: { ask: 'Release', past: 'released', doing: 'Releasing', after: ' u holds them again.' },
  restore: { ask: 'Restore', past: 'restored', doing: 'Restoring', after: ' u discards them again.' },
};

/** What takes a step back from an animal as it was before. A retry was sent. */
function toBack({ action, localId }: QueueStep, before: Entry | undefined): QueueStep | undefined {
  switch (action) {
    case 'retry':
      return undefined;
    case 'edit':
      return before && { action, localId, pet: pickPet(before) };
    case 'discard':
      return { action: 'restore', localId };
    case 'hold':
      return { action: 'release', localId };
    case 'release':
      return { action: 'hold', localId };
    case 'restore':
      return { action: 'discard', localId };
  }
}

/** Names of animals that a question lists, of those it changes and of those it does not, where the window has room for them. */
const mostNames = 12;
/** Rows of the window that stay free of the question. */
const rowsAround = 6;

/** Asks once about all that is marked: how many a verb changes, and how many do not allow it. */
export function askAboutMarks(app: App, verb: Exclude<MarkVerb, 'edit'>): void {
  const again = verb === 'retry' ? ' again' : '';
  askAbout(app, verb, (count) => `${words[verb].ask} ${count}${again}?`, ({ localId }) => ({ action: verb, localId }));
}

/** The same for any step. `ask` makes the question of `12 animals`. */
export function askAbout(app: App, verb: MarkVerb, ask: (animals: string) => string, toStep: (entry: Entry) => QueueStep): void {
  const { entries, petIds } = markedAnimals(app);
  const able = entries.filter((entry) => isAllowedForMarks(entry, verb));
  const unable = [...entries.filter((entry) => !able.includes(entry)).map((entry) => `${entry.localId} (${entry.state})`), ...petIds.map((id) => `#${id} (on the store)`)];
  if (able.length === 0) {
    say(app, `None of the ${countText(unable.length, 'marked animal')} can be ${words[verb].past} now.`);
    return;
  }

  const others = unable.length === 0 ? '' : ` ${countText(unable.length, 'marked animal does', 'marked animals do')} not allow it.`;
  const question = `${ask(countText(able.length, 'animal'))}${others}`;
  const names = able.map(({ localId, name }) => `${localId} ${shortName(name)}`);
  app.model.dispatch({
    type: 'asked',
    prompt: { kind: 'confirm', question: `${question} (l lists them)`, names: withNames(app, question, names, unable), action: { type: 'change-marked', verb, steps: able.map(toStep) }, at: app.now() },
  });
}

/** Whether a verb changes this one of the marked animals. */
export function isAllowedForMarks(entry: Entry, verb: MarkVerb): boolean {
  return actionStates[verb].includes(entry.state) && !((verb === 'hold' || verb === 'edit') && entry.undecided);
}

/** The question with as many names as leave the window room for the rest. */
function withNames(app: App, question: string, able: readonly string[], unable: readonly string[]): string {
  const { columns, rows } = app.model.get().size;
  for (let most = mostNames; most > 0; most -= 1) {
    const text = `${question} ${first(able, most)}.${unable.length === 0 ? '' : ` Not: ${first(unable, most)}.`}`;
    if (most === 1 || questionLines(text, columns).length <= rows - rowsAround) {
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
export function changeMarked(app: App, verb: MarkVerb, steps: readonly QueueStep[]): void {
  const { past, doing, after } = words[verb];
  const before = new Map(snapshotOf(app).entries.map((entry) => [entry.localId, entry]));
  dropMarks(app);
  perform(app, async () => {
    const { changed, skipped } = await takeSteps(app, steps, doing);
    const done = new Set(changed.map(({ localId }) => localId));
    const forth = steps.filter(({ localId }) => done.has(localId));
    const back = forth.flatMap((step) => toBack(step, before.get(step.localId)) ?? []);
    if (back.length > 0) {
      const change: Change = { says: past, back, forth };
      noteChange(app, change);
    }

    const [reason] = skipped;
    const text = `${countText(changed.length, 'animal is', 'animals are')} ${past}.${changed.length > 0 ? after : ''}`;
    if (reason) {
      say(app, `${text} ${countText(skipped.length, 'animal is', 'animals are')} as before: ${reason.problem.message}`, 'bad');
      return undefined;
    }

    return text;
  });
}
