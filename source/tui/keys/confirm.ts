import type { App } from '../app-context.js';
import type { ConfirmedAction } from '../state/prompt.js';
import { connect, openAddress } from '../first-run/connect.js';
import { changeMarked, changeOne } from '../queue/change-queue.js';
import { undoOffered } from '../queue/undo.js';
import { adopt, leaveReview } from '../review/review.js';
import { guardMs } from '../actions/navigate.js';
import { performOnStore } from '../actions/say.js';

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
    case 'change':
      leaveReview(app, action.localId);
      changeOne(app, action.verb, action.localId);
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
  return prompt?.kind === 'confirm' && app.now() - prompt.at < guardMs;
}
