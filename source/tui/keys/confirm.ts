import type { App } from '../app-context.js';
import type { ConfirmedAction } from '../state/prompt.js';
import { connect, openAddress } from '../first-run/connect.js';
import { changeMarked, changeOne } from '../queue/change-queue.js';
import { undoOffered } from '../queue/undo.js';
import { adopt, leaveReview } from '../review/review.js';
import { guardMs } from '../actions/navigate.js';
import { performOnStore } from '../actions/say.js';

/** `y` and `n`: the answer to a question, unless the key came too soon to be one. */
export function answerQuestion(app: App, isYes: boolean): void {
  const { prompt } = app.model.get();
  if (prompt?.kind === 'confirm' && app.now() - prompt.at >= guardMs) {
    app.model.dispatch({ type: 'answered' });
    if (isYes) {
      carryOut(app, prompt.action);
    }
  }
}

function carryOut(app: App, action: ConfirmedAction): void {
  if (action.type === 'resume') {
    performOnStore(app, async ({ engine }) => {
      await engine.resume();
      return 'Sending goes on.';
    });
  } else if (action.type === 'correct-address') {
    openAddress(app);
  } else if (action.type === 'move') {
    connect(app);
  } else if (action.type === 'change-marked') {
    changeMarked(app, action.verb, action.steps);
  } else if (action.type === 'undo') {
    undoOffered(app, action.change);
  } else if (action.type === 'adopt') {
    adopt(app, action.localId, action.petId);
  } else {
    leaveReview(app, action.localId);
    changeOne(app, action.verb, action.localId);
  }
}
