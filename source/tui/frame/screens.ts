/** The screens. One that is left out does not compile; its keys are in the one key table, by its name. */
import type { ComponentType } from 'react';
import { safeText } from '../../platform/text/terminal-text.ts';
import { awaySummary } from '../actions/session.ts';
import { ActivityScreen } from '../activity/activity-screen.tsx';
import type { App } from '../app-context.ts';
import { importTitles } from '../files/import-lines.ts';
import { ConnectScreen, FirstRunScreen } from '../first-run/first-run-screen.tsx';
import { FormScreen } from '../form/form-screen.tsx';
import { formTitles } from '../form/form-words.ts';
import { ListScreen } from '../list/list-screen.tsx';
import { reviewTitles } from '../review/review.ts';
import type { Screen, ScreenOf } from '../state/ui-state.ts';
import { ViewScreen, viewTitles } from '../view/view-screen.tsx';

/** What the frame draws of a screen. */
export type ScreenParts<Of extends Screen = Screen> = {
  readonly view: ComponentType<{ readonly screen: Of }>;
  /** Row 2, from the longest form to the shortest; undefined: tabs stand there. */
  readonly titles: (app: App, screen: Of) => readonly string[] | undefined;
};

const all: { readonly [Name in Screen['name']]: ScreenParts<ScreenOf<Name>> } = {
  'first-run': { view: FirstRunScreen, titles: (_, { opening }) => [opening ? '' : 'Welcome'] },
  connect: {
    view: ConnectScreen,
    titles: (_, { changing }) => [changing === undefined ? 'Connect to a store' : `The address of ${changing}`],
  },
  list: { view: ListScreen, titles: () => undefined },
  view: { view: ViewScreen, titles: viewTitles },
  form: { view: FormScreen, titles: formTitles },
  import: { view: ViewScreen, titles: importTitles },
  report: { view: ViewScreen, titles: (_, { title }) => [safeText(title)] },
  review: { view: ViewScreen, titles: reviewTitles },
  activity: { view: ActivityScreen, titles: (app) => [awaySummary(app) ?? 'Activity'] },
};

/** The parts of a screen. */
export function partsOf({ name }: Screen): ScreenParts {
  return all[name] as ScreenParts;
}
