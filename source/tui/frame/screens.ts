/** The screens. One that is left out does not compile; its keys are in the one key table, by its name. */
import type { ComponentType } from 'react';
import { safeText } from '../../platform/text/terminal-text.ts';
import { awaySummary } from '../actions/session.ts';
import { ActivityScreen } from '../activity/activity-screen.tsx';
import type { App } from '../app-context.ts';
import { importTitle } from '../files/import-lines.ts';
import { ConnectScreen, FirstRunScreen } from '../first-run/first-run-screen.tsx';
import { FormScreen, formTitle } from '../form/form-screen.tsx';
import { ListScreen } from '../list/list-screen.tsx';
import { reviewTitle } from '../review/review.ts';
import type { Screen, ScreenOf } from '../state/ui-state.ts';
import { ViewScreen, viewTitle } from '../view/view-screen.tsx';

/** What the frame draws of a screen. */
export type ScreenParts<Of extends Screen = Screen> = {
  readonly view: ComponentType<{ readonly screen: Of }>;
  /** Row 2; undefined: tabs stand there. */
  readonly title: (app: App, screen: Of) => string | undefined;
};

const all: { readonly [Name in Screen['name']]: ScreenParts<ScreenOf<Name>> } = {
  'first-run': { view: FirstRunScreen, title: (_, { opening }) => (opening ? '' : 'Welcome') },
  connect: {
    view: ConnectScreen,
    title: (_, { changing }) => (changing === undefined ? 'Connect to a store' : `How to reach ${changing}`),
  },
  list: { view: ListScreen, title: () => undefined },
  view: { view: ViewScreen, title: viewTitle },
  form: { view: FormScreen, title: formTitle },
  import: { view: ViewScreen, title: importTitle },
  report: { view: ViewScreen, title: (_, { title }) => safeText(title) },
  review: { view: ViewScreen, title: reviewTitle },
  activity: { view: ActivityScreen, title: (app) => awaySummary(app) ?? 'Activity' },
};

/** The parts of a screen. */
export function partsOf({ name }: Screen): ScreenParts {
  return all[name] as ScreenParts;
}
