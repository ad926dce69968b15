/** `:bind hold x` gives an action another key, and `:bind hold default` its usual ones, at once and for good. */
import { perform, say } from '../actions/say.js';
import { type App, type Binding, bindingsOf, keyLabel } from '../app-context.js';

/** The actions whose keys can be changed, each by its first row. */
function boundActions(app: App): readonly Binding[] {
  const rows = bindingsOf(app);
  return rows.filter(({ action }, at) => action !== undefined && rows.findIndex((row) => row.action === action) === at);
}

/** Their names, each with its meaning and its keys. */
export function actionsToBind(app: App): readonly (readonly [action: string, about: string])[] {
  return boundActions(app).map((row) => [row.action ?? '', `${row.does}  ${keysOf(row)}`]);
}

/** `argument`: the action, and its key or pair of keys. */
export function bindKey(app: App, argument: string): void {
  const [action = '', ...keys] = argument.split(/\s+/u);
  const row = boundActions(app).find((each) => each.action === action);
  if (!row) {
    const missing = action === '' ? 'Say which action, and its key' : `There is no action "${action}"; try`;
    say(app, `${missing}: :bind hold x. The palette lists the actions as you type.`, 'bad');
  } else if (keys.length === 0) {
    say(
      app,
      `${action} has ${keysOf(row)}. :bind ${action} KEY changes that, and :bind ${action} default changes it back.`,
    );
  } else {
    perform(app, async () => {
      const wanted = keys.join(' ');
      const wrong = await app.workspace.bindKey(app.keyTable, action, wanted === 'default' ? undefined : wanted);
      const now = boundActions(app).find((each) => each.action === action) ?? row;
      return wrong === undefined
        ? `${action} has ${keysOf(now)} now.`
        : { text: `${action} still has ${keysOf(now)}: ${wrong.message}.`, tone: 'bad' };
    });
  }
}

/** The keys of an action, as they are printed. */
function keysOf({ keys }: Binding): string {
  return keys.map(keyLabel).join(' or ');
}
