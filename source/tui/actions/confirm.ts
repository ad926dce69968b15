import { type App, undoText } from '../app-context.js';
import type { ConfirmedAction } from '../state/ui-state.js';
import { shortName } from '../../text/animal/short-name.js';
import { connect, openAddress } from '../first-run/connect.js';
import { hasMarks } from '../marks/marks.js';
import { askAboutMarks, changeMarked } from '../queue/change-marked.js';
import { permitted } from '../queue/change-queue.js';
import { performChange, toChange } from '../queue/perform-change.js';
import { undoOffered } from '../queue/undo.js';
import { adopt, leaveReview } from '../review/review.js';
import { askWhether } from './ask.js';
import { performOnStore } from './say.js';

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
    askWhether(app, `Discard ${entry.localId} ${shortName(entry.name)}?`, { type: 'discard', localId: entry.localId });
  }
}

/** Asks, saying what may come of it. */
export function askToSendAgain(app: App, localId: string): void {
  askWhether(app, `Send ${localId} again? It may make a second animal, which cannot be deleted here.`, {
    type: 'send-again',
    localId,
  });
}

/** `y`: does what was asked, unless the key came too soon to be an answer. */
export function askToConfirm(app: App): void {
  const { prompt } = app.model.get();
  if (prompt?.kind === 'confirm' && !isTooSoon(app)) {
    app.model.dispatch({ type: 'answered' });
    carryOut(app, prompt.action);
  }
}

function carryOut(app: App, action: ConfirmedAction): void {
  switch (action.type) {
    case 'resume':
      performOnStore(app, async ({ engine }) => {
        await engine.resume();
        return { text: 'Sending goes on.' };
      });
      return;
    case 'correct-address':
      openAddress(app);
      return;
    case 'move':
      connect(app);
      return;
    case 'change-marked':
      changeMarked(app, action.verb, action.steps);
      return;
    case 'undo':
      undoOffered(app, action.change);
      return;
    case 'adopt':
      adopt(app, action.localId, action.petId);
      return;
    case 'discard':
      leaveReview(app, action.localId);
      performChange(app, async ({ engine }) => {
        const entry = await engine.discard(action.localId);
        return {
          entry,
          text: `${entry.localId} ${shortName(entry.name)} ${entry.state === 'checking' ? 'is looked for. It is discarded if it is not on the store' : 'is discarded'}.${undoText(app, 'brings it back')}`,
          change: toChange('discarded', entry.localId, 'discard', 'restore'),
        };
      });
      return;
    case 'send-again':
      leaveReview(app, action.localId);
      performChange(app, async ({ engine }) => ({
        entry: await engine.sendAgain(action.localId),
        text: `${action.localId} is sent again.`,
      }));
      return;
  }
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
