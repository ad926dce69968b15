import type { App } from '../app-context.js';
import type { ConfirmedAction } from '../state/ui-state.js';
import { shortName } from '../../text/animal/short-name.js';
import { connect, openAddress } from '../first-run/connect.js';
import { hasMarks } from '../marks/marks.js';
import { askAboutMarks, changeMarked } from '../queue/change-marked.js';
import { permitted } from '../queue/change-queue.js';
import { noteChange, undoOffered } from '../queue/undo.js';
import { adopt, leaveReview } from '../review/review.js';
import { perform } from './say.js';

/** Keys of this long after a question were meant for something else. */
const confirmGuardMs = 300;

/** Asks about the animal under the cursor, where it may be discarded. */
export function askToDiscard(app: App): void {
  if (hasMarks(app)) {
    askAboutMarks(app, 'discard');
    return;
  }

  const entry = permitted(app, 'discard', 'discarded');
  if (entry) {
    ask(app, `Discard ${entry.localId} ${shortName(entry.name)}?`, { type: 'discard', localId: entry.localId });
  }
}

/** Asks, saying what may come of it. */
export function askToSendAgain(app: App, localId: string): void {
  ask(app, `Send ${localId} again? It may make a second animal, which cannot be deleted here.`, { type: 'send-again', localId });
}

function ask(app: App, question: string, action: ConfirmedAction): void {
  app.model.dispatch({ type: 'asked', prompt: { kind: 'confirm', question, action, at: app.now() } });
}

/** `y`: does what was asked, unless the key came too soon to be an answer. */
export function askToConfirm(app: App): void {
  const { prompt, session } = app.model.get();
  if (prompt?.kind !== 'confirm' || !session || isTooSoon(app)) {
    return;
  }

  const { action } = prompt;
  app.model.dispatch({ type: 'answered' });
  if (action.type === 'resume') {
    perform(app, async () => {
      await session.engine.resume();
      return 'Sending goes on.';
    });
    return;
  }

  if (action.type === 'correct-address') {
    openAddress(app);
    return;
  }

  if (action.type === 'move') {
    connect(app);
    return;
  }

  if (action.type === 'change-marked') {
    changeMarked(app, action.verb, action.steps);
    return;
  }

  if (action.type === 'undo') {
    undoOffered(app, action.change);
    return;
  }

  if (action.type === 'adopt') {
    adopt(app, action.localId, action.petId);
    return;
  }

  leaveReview(app);
  perform(app, async () => {
    const entry = await (action.type === 'discard' ? session.engine.discard(action.localId) : session.engine.sendAgain(action.localId));
    if (action.type === 'discard') {
      const { localId } = entry;
      noteChange(app, { says: 'discarded', back: [{ action: 'restore', localId }], forth: [{ action: 'discard', localId }] });
      return { entry, text: `${entry.localId} ${shortName(entry.name)} is discarded. u brings it back.` };
    }

    return { entry, text: `${entry.localId} is sent again.` };
  });
}

/** No; unless the key came so soon that it was meant for something else. */
export function decline(app: App): void {
  if (!isTooSoon(app)) {
    app.model.dispatch({ type: 'answered' });
  }
}

function isTooSoon(app: App): boolean {
  const { prompt } = app.model.get();
  return prompt?.kind === 'confirm' && app.now() - prompt.at < confirmGuardMs;
}
