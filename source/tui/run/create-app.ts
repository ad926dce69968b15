import type { Workspace } from '../../app/workspace.js';
import type { App } from '../app-context.js';
import type { TerminalControl } from '../terminal-control.js';
import { keyTable } from '../keys/keymap.js';
import { bodyText } from '../view/view-screen.js';
import { paneText } from '../pane/pane.js';
import { createLogModel } from '../models/log-model.js';
import { createCursorTie } from '../models/position.js';
import { createListModel } from '../models/list-rows.js';
import { createUiModel } from '../state/store.js';
import { initialState, listNames } from '../state/ui-state.js';

/** The app without a terminal: its state, what it remembers, and what its keys work with. */
export function createApp(
  workspace: Workspace,
  options: Pick<App, 'now' | 'later'> & Partial<Pick<App, 'drawn'>>,
  terminal: TerminalControl,
): App {
  return {
    drawn: Promise.resolve(),
    ...options,
    workspace,
    terminal,
    row: { changedAt: -Infinity },
    opening: { current: undefined },
    changing: { current: Promise.resolve(), count: 0 },
    importing: { current: undefined },
    mounted: { current: undefined },
    model: createUiModel(
      initialState(workspace.settings, { name: 'first-run', opening: workspace.initialProfile !== undefined }),
    ),
    list: createListModel(),
    ties: Object.fromEntries(listNames.map((list) => [list, createCursorTie()])) as App['ties'],
    log: createLogModel(),
    bodyText,
    paneText,
    keyTable,
  };
}
