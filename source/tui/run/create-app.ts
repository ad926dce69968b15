import type { Workspace } from '../../app/create-workspace.ts';
import type { App } from '../app-context.ts';
import { keyTable } from '../keys/keymap.ts';
import { bodyText } from '../view/view-screen.tsx';
import { createLogModel } from '../models/log-model.ts';
import { createCursorTie } from '../models/position.ts';
import { createListModel } from '../models/list-rows.ts';
import { createUiModel } from '../state/reducers.ts';
import { initialState, listNames } from '../state/ui-state.ts';

/** The app without a terminal: its state, what it remembers, and what its keys work with. */
export function createApp(
  workspace: Workspace,
  options: Pick<App, 'now' | 'later'> & Partial<Pick<App, 'drawn'>>,
  terminal: App['terminal'],
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
    keyTable,
  };
}
