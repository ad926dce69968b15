import type { Workspace } from '../../app/workspace.js';
import type { App, TerminalControl } from '../app-context.js';
import { keyOf, screenActions } from '../keys/key-lookup.js';
import { followJump } from '../list/jump.js';
import { createProgressPace } from '../frame/progress-pace.js';
import { createDrawPace } from '../state/draw-pace.js';
import { bodyText } from '../view/body-text.js';
import { paneText } from '../pane/pane-text.js';
import { createTally } from '../pane/tally.js';
import { createCategoryModel } from '../form/known-categories.js';
import { createLogModel } from '../log/log-model.js';
import { createCursorTie } from '../list/cursor-tie.js';
import { createListModel } from '../list/list-rows.js';
import { createQueueModel } from '../queue/queue-rows.js';
import { reduceUi } from '../state/reduce-ui.js';
import { createModel } from '../state/model.js';
import { initialState } from '../state/ui-state.js';

/** The app without a terminal: its state, what it remembers, and what its keys work with. */
export function createApp(
  workspace: Workspace,
  {
    now,
    later,
    drawn = Promise.resolve(),
    timeless = false,
  }: Pick<App, 'now' | 'later'> & Partial<Pick<App, 'drawn' | 'timeless'>>,
  terminal: TerminalControl,
): App {
  const app: App = {
    workspace,
    now,
    later,
    terminal,
    opening: { current: undefined },
    changing: { current: Promise.resolve(), count: 0 },
    importing: { current: undefined },
    reviewing: { current: undefined },
    drawn,
    timeless,
    model: createModel(
      reduceUi,
      initialState(workspace.settings, { name: workspace.initialProfile === undefined ? 'first-run' : 'opening' }),
    ),
    list: createListModel(),
    queue: createQueueModel(),
    ties: { list: createCursorTie(), queue: createCursorTie(), settings: createCursorTie(), log: createCursorTie() },
    categories: createCategoryModel(),
    pace: createProgressPace(),
    drawPace: createDrawPace(),
    log: createLogModel(),
    bodyText,
    paneText,
    tally: createTally(),
    actions: screenActions,
    keyOf,
  };
  followJump(app);
  return app;
}
