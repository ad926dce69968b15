/** Views: tab, filter and sort of the list, kept under a name. */
import type { NamedView } from '../../app/workspace.js';
import { shortName } from '../../text/animal/short-name.js';
import { askForText, setText } from '../actions/ask.js';
import { goTo } from '../actions/navigate.js';
import { perform, refuse, say } from '../actions/say.js';
import type { App } from '../app-context.js';
import { lineText } from '../input/line.js';
import { keepAnimal } from './arrange.js';

/** `V`: asks for the name. */
export function askForViewName(app: App): void {
  askForText(app, { kind: 'view-name' });
}

/** Enter: keeps the list as it is arranged. A view that has the name already is replaced only by a second Enter. */
export function keepView(app: App): void {
  const { prompt, fields, settings, tab, sort, reverse } = app.model.get();
  const name = lineText(fields['view-name']).trim();
  if (prompt?.kind !== 'view-name' || name === '') {
    refuse(app, 'A name is needed.');
    return;
  }

  const isTaken = settings.views.some((view) => view.name === name);
  if (isTaken && prompt.taken !== name) {
    app.model.dispatch({
      type: 'asked',
      prompt: {
        kind: 'view-name',
        taken: name,
        problem: `There is a view "${shortName(name)}" already; Enter again replaces it.`,
      },
    });
    return;
  }

  const view: NamedView = { name, tab, sort, reverse, filter: lineText(fields.filter) };
  // Where one is replaced, it keeps its place, as in the file.
  const views = isTaken ? settings.views.map((each) => (each.name === name ? view : each)) : [...settings.views, view];
  app.model.dispatch({ type: 'answered' });
  app.model.dispatch({ type: 'settings-changed', settings: { ...settings, views } });
  const place = views.indexOf(view) + 1;
  perform(app, async () => {
    await app.workspace.saveView(view);
    return `"${shortName(name)}" is kept.${place <= 9 ? ` g ${place} opens it.` : ''}`;
  });
}

/** `g 1` to `g 9`: the view of that place, from 0. */
export function openViewAt(app: App, place: number): void {
  const { views } = app.model.get().settings;
  const view = views[place];
  if (view) {
    openNamedView(app, view);
  } else {
    say(
      app,
      views.length === 0
        ? 'No view is kept yet. V in the list keeps one.'
        : `There ${views.length === 1 ? 'is one view' : `are ${views.length} views`}: ` +
            `${views.map(({ name }) => shortName(name)).join(', ')}.`,
    );
  }
}

/** Arranges the list as a view says. */
export function openNamedView(app: App, { tab, sort, reverse, filter }: NamedView): void {
  goTo(app, 'list');
  keepAnimal(app);
  app.model.dispatch({ type: 'arranged', view: { tab, sort, reverse } });
  setText(app, 'filter', filter);
}
