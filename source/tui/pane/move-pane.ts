import { type App } from '../app-context.js';
import { layOutBody, sideBySide } from '../layout.js';
import { paneSides } from '../../app/settings/setting-definitions.js';
import { keepSetting } from '../actions/keep-setting.js';
import { say } from '../actions/say.js';
import { nextOf } from '../list/arrange.js';

/** `J` and `K`: scrolls the pane, no further than to its ends. */
export function scrollPane(app: App, lines: number): void {
  const text = app.paneText(app);
  if (text) {
    const by = Math.max(0, Math.min(text.top + lines, text.top + text.below));
    app.model.dispatch({ type: 'arranged', view: { paneScroll: { subject: text.subject, by } } });
  }
}

/** `p`: beside the list, below it, away; kept for the next start. */
export function movePane(app: App): void {
  const pane = nextOf(paneSides, app.model.get().settings.pane);
  keepSetting(app, 'pane', pane);
  if (pane !== 'off' && !layOutBody(app.model.get()).pane) {
    const beside = `beside the list in windows of ${sideBySide} columns or more`;
    say(app, `The pane is ${pane === 'right' ? beside : 'below the list in higher windows'}.`);
  }
}

/** `b`: counts by category, by status, not at all. */
export function changeBars(app: App): void {
  const bars = nextOf(['category', 'status', 'off'] as const, app.model.get().bars);
  app.model.dispatch({ type: 'arranged', view: { bars } });
}
