/**
 * The app's use of the terminal besides drawing: reports of the mouse, a title of the window, and no broken lines. None
 * of it holds text from the store, and all of it is undone.
 */
import { safeText } from '../../platform/text/terminal-text.ts';
import { needsPerson } from '../../domain/entry.ts';
import { type App, snapshotOf } from '../app-context.ts';

/** Presses, releases and the wheel (1000), in numbers of any size (1006). Moves are never asked for. */
const mouseOn = '\u001B[?1000h\u001B[?1006h';
const mouseOff = '\u001B[?1006l\u001B[?1000l';
/** DECAWM: a name that the terminal draws wider than it was counted is cut, and pushes no other line down. */
const wrapOff = '\u001B[?7l';
const wrapOn = '\u001B[?7h';
/** The stack of titles (XTWINOPS 22 and 23). */
const keepTitle = '\u001B[22;2t';
const restoreTitle = '\u001B[23;2t';

/** `hasTitle`: whether the terminal has one (OSC 2), and prints none of its letters. */
export function createTerminalModes(app: App, hasTitle: boolean) {
  /** Undefined: not begun, or given back. */
  let told: { readonly title: string; readonly mouse: boolean } | undefined;

  const tell = (): void => {
    if (told) {
      const now = { title: hasTitle ? titleOf(app) : '', mouse: app.model.get().settings.mouse };
      const asked = now.mouse ? mouseOn : mouseOff;
      const mouse = now.mouse === told.mouse ? '' : asked;
      const title = now.title !== told.title ? `\u001B]2;${now.title}\u0007` : '';
      told = now;
      if (mouse + title !== '') {
        app.terminal.write(mouse + title);
      }
    }
  };
  const dispose = app.model.subscribe(tell);

  return {
    /** At the start, and after the terminal was somebody else's. */
    begin(): void {
      told = { title: '', mouse: false };
      app.terminal.write(wrapOff + (hasTitle ? keepTitle : ''));
      tell();
    },
    /** Puts everything back as it was. Twice does no harm. */
    end(): void {
      if (told) {
        app.terminal.write((told.mouse ? mouseOff : '') + (hasTitle ? restoreTitle : '') + wrapOn);
        told = undefined;
      }
    },
    dispose,
  };
}

/** `petstore main (3 need you)`: the profile, and how many animals need a person. */
function titleOf(app: App): string {
  const { session } = app.model.get();
  const needy = snapshotOf(app).entries.filter(({ state }) => needsPerson(state)).length;
  const needing = needy > 0 && `(${needy} ${needy === 1 ? 'needs' : 'need'} you)`;
  return ['petstore', session && safeText(session.profile.name), needing].filter(Boolean).join(' ');
}
