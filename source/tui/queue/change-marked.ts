import type { Entry } from '../../domain/entry.js';
import { actionStates, type QueueStep } from '../../sync/api.js';
import { countText } from '../../text/count-text.js';
import { shortName } from '../../text/short-name.js';
import { perform, say } from '../actions/say.js';
import type { App } from '../app-context.js';
import { dropMarks, markedAnimals } from '../marks/marks.js';
import type { Change } from '../state/ui-state.js';
import { takeSteps } from './take-steps.js';
import { noteChange } from './undo.js';

/** A verb that marks allow. */
export type MarkVerb = 'discard' | 'retry' | 'hold' | 'release' | 'restore';

type Words = { readonly ask: string; readonly past: string; readonly doing: string; readonly after: string };

const words: Readonly<Record<MarkVerb, Words>> = {
  discard: { ask: 'Discard', past: 'discarded', doing: 'Discarding', after: ' u brings them back.' },
  retry: { ask: 'Try', past: 'tried again', doing: 'Trying', after: '' },
  hold: { ask: 'Hold', past: 'held', doing: 'Holding', after: ' u releases them.' },
  release: { ask: 'Release', past: 'released', doing: 'Releasing', after: ' u holds them again.' },
  restore: { ask: 'Restore', past: 'restored', doing: 'Restoring', after: ' u discards them again.' },
};

/** What takes each verb back. A retry was sent. */
const inverse: Readonly<Partial<Record<MarkVerb, MarkVerb>>> = { discard: 'restore', hold: 'release', release: 'hold', restore: 'discard' };

/** Names of animals that a question lists. */
const mostNames = 12;

/** Asks once about all that is marked: how many a verb changes, and how many do not allow it. */
export function askAboutMarks(app: App, verb: MarkVerb): void {
  const { entries, petIds } = markedAnimals(app);
  const able = entries.filter((entry) => isAllowed(entry, verb));
  const unable = entries.length - able.length + petIds.length;
  const { ask, past } = words[verb];
  if (able.length === 0) {
    say(app, `None of the ${countText(unable, 'marked animal')} can be ${past} now.`);
    return;
  }

  const others = unable === 0 ? '' : ` ${countText(unable, 'marked animal does', 'marked animals do')} not allow it.`;
  const question = `${ask} ${countText(able.length, 'animal')}${verb === 'retry' ? ' again' : ''}?${others}`;
  app.model.dispatch({
    type: 'asked',
    prompt: { kind: 'confirm', question: `${question} (l lists them)`, names: `${question} ${namesOf(able)}`, action: { type: 'change-marked', verb, localIds: able.map(({ localId }) => localId) }, at: app.now() },
  });
}

function isAllowed(entry: Entry, verb: MarkVerb): boolean {
  return actionStates[verb].includes(entry.state) && !(verb === 'hold' && entry.undecided);
}

function namesOf(entries: readonly Entry[]): string {
  const more = entries.length - mostNames;
  return entries.slice(0, mostNames).map(({ localId, name }) => `${localId} ${shortName(name)}`).join(', ') + (more > 0 ? `, and ${more} more` : '');
}

/** `l` in the question: names the animals it is about. */
export function listInQuestion(app: App): void {
  const { prompt } = app.model.get();
  if (prompt?.kind === 'confirm' && prompt.names !== undefined) {
    app.model.dispatch({ type: 'asked', prompt: { ...prompt, question: prompt.names } });
  }
}

/** Changes what was asked about. The marks go, and one `u` takes all of it back. */
export function changeMarked(app: App, verb: MarkVerb, localIds: readonly string[]): void {
  const { past, doing, after } = words[verb];
  const steps = localIds.map((localId): QueueStep => ({ action: verb, localId }));
  dropMarks(app);
  perform(app, async () => {
    const { changed, skipped } = await takeSteps(app, steps, doing);
    const back = inverse[verb];
    if (back && changed.length > 0) {
      const toSteps = (action: MarkVerb): readonly QueueStep[] => changed.map(({ localId }) => ({ action, localId }));
      const change: Change = { says: past, back: toSteps(back), forth: toSteps(verb) };
      noteChange(app, change);
    }

    const [first] = skipped;
    const text = `${countText(changed.length, 'animal is', 'animals are')} ${past}.${changed.length > 0 ? after : ''}`;
    if (first) {
      say(app, `${text} ${countText(skipped.length, 'animal is', 'animals are')} as before: ${first.problem.message}`, 'bad');
      return undefined;
    }

    return text;
  });
}
