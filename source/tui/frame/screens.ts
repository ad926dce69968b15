/** The screens. One that is left out does not compile; its keys are in the one key table, by its name. */
import type { ComponentType } from 'react';
import { safeText } from '../../platform/text/terminal-text.js';
import { awaySummary } from '../actions/session.js';
import { ActivityScreen } from '../activity/activity-screen.js';
import type { App } from '../app-context.js';
import { importTitles } from '../files/import-lines.js';
import { ConnectScreen, FirstRunScreen } from '../first-run/first-run-screen.js';
import { FormScreen } from '../form/form-screen.js';
import { formTitles } from '../form/form-words.js';
import { ListScreen } from '../list/list-screen.js';
import { ReviewScreen, reviewTitles } from '../review/review-screen.js';
import type { Screen, ScreenOf } from '../state/ui-state.js';
import { animalTitle, ViewScreen } from '../view/view-screen.js';

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
  view: { view: ViewScreen, titles: (app) => [animalTitle(app)] },
  form: { view: FormScreen, titles: formTitles },
  import: { view: ViewScreen, titles: importTitles },
  report: { view: ViewScreen, titles: (_, { title }) => [safeText(title)] },
  review: { view: ReviewScreen, titles: reviewTitles },
  activity: { view: ActivityScreen, titles: (app) => [awaySummary(app) ?? 'Activity'] },
};

/** The parts of a screen. */
export function partsOf({ name }: Screen): ScreenParts {
  return all[name] as ScreenParts;
}
