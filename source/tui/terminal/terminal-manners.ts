/**
 * The app's use of the terminal besides drawing: the wheel scrolls, the window has a title, long work shows in its tab,
 * and a person who looks elsewhere is told that something needs them. None of it holds text from the store, and all of
 * it is undone.
 */
import type { TerminalSwitches } from '../../app/preferences/read-terminal.js';
import { safeText } from '../../platform/text/terminal-text.js';
import type { TerminalSkills } from './known-terminals.js';
import type { Key } from '../input/decode-keys.js';
import { type App, snapshotOf } from '../app-context.js';

/** The facts to be told at this moment. */
export type WindowFacts = {
  /** Undefined: no store is open. */
  readonly profile: string | undefined;
  /** How many animals need somebody. */
  readonly needy: number;
  /** How much of long work is done, from 0 to 100; undefined: there is no such work, or it is unknown. */
  readonly percent: number | undefined;
  /** Whether clicks and the wheel are wanted. */
  readonly mouse?: boolean;
};

/** The sequences of one terminal; each is empty if it has no news. */
export type TerminalManners = {
  /** At the start, and after the terminal was somebody else's. */
  begin(facts: WindowFacts): string;
  /** Whenever something may have changed. */
  update(facts: WindowFacts): string;
  /** The window got or lost the focus. */
  setFocus(hasFocus: boolean): void;
  /** Puts everything back as it was. Twice does no harm. */
  end(): string;
};

const osc = (text: string): string => `\u001B]${text}\u0007`;

/** Presses, releases and the wheel (1000), in numbers of any size (1006). Moves are never asked for. */
const mouseOn = '\u001B[?1000h\u001B[?1006h';
const mouseOff = '\u001B[?1006l\u001B[?1000l';

/** Silent before `begin`. */
export function createTerminalManners(skills: TerminalSkills, on: TerminalSwitches): TerminalManners {
  let isBegun = false;
  let title = '';
  let percent: number | undefined;
  let needy = 0;
  let hasFocus = true;
  let hasMouse = false;
  const wheel = on.wheel && skills.wheel === 'asked';
  // It tells whether a notice is wanted.
  const focus = (on.focus || on.notices) && skills.focus;

  const tell = (facts: WindowFacts): string => {
    const name = facts.profile === undefined ? 'petstore' : `petstore ${safeText(facts.profile)}`;
    const nextTitle = facts.needy > 0 ? `${name} (${facts.needy}!)` : name;
    const says: string[] = [];
    const wantsMouse = facts.mouse === true && skills.wheel !== 'no';
    if (wantsMouse !== hasMouse) {
      says.push(wantsMouse ? mouseOn : mouseOff);
      hasMouse = wantsMouse;
    }

    if (on.title && skills.title && nextTitle !== title) {
      says.push(osc(`2;${nextTitle}`));
    }

    if (on.progress && skills.progress && facts.percent !== percent) {
      says.push(osc(facts.percent === undefined ? '9;4;0;0' : `9;4;1;${facts.percent}`));
    }

    if (on.notices && skills.notice !== undefined && focus && !hasFocus && facts.needy > needy) {
      const text = `${name}: ${facts.needy} ${facts.needy === 1 ? 'animal needs' : 'animals need'} you`;
      says.push(osc(skills.notice === 9 ? `9;${text}` : `777;notify;petstore;${text}`));
    }

    title = nextTitle;
    percent = facts.percent;
    needy = facts.needy;
    return says.join('');
  };

  return {
    begin(facts) {
      isBegun = true;
      title = '';
      percent = undefined;
      needy = facts.needy;
      hasFocus = true;
      hasMouse = false;
      // The mode is saved first (XTSAVE), as some terminals have it on already.
      return [
        wheel ? '\u001B[?1007s\u001B[?1007h' : '',
        focus ? '\u001B[?1004h' : '',
        on.title && skills.title ? '\u001B[22;2t' : '',
        tell(facts),
      ].join('');
    },
    update: (facts) => (isBegun ? tell(facts) : ''),
    setFocus(has) {
      hasFocus = has;
    },
    end() {
      if (!isBegun) {
        return '';
      }

      isBegun = false;
      const clear = on.progress && skills.progress && percent !== undefined ? osc('9;4;0;0') : '';
      return [
        hasMouse ? mouseOff : '',
        clear,
        on.title && skills.title ? '\u001B[23;2t' : '',
        focus ? '\u001B[?1004l' : '',
        wheel ? '\u001B[?1007l\u001B[?1007r' : '',
      ].join('');
    },
  };
}

/** The facts on the app that the terminal is told now. */
export function factsFor(app: App): WindowFacts {
  const { session, settings } = app.model.get();
  const { entries, progress } = snapshotOf(app);
  const { done = 0, total = 0 } = progress ?? {};
  return {
    profile: session?.profile.name,
    needy: entries.filter(({ state }) => state === 'rejected' || state === 'review').length,
    mouse: settings.mouse,
    percent: total > 0 ? Math.min(100, Math.floor((done / total) * 100)) : undefined,
  };
}

/** Tells the terminal whenever something of it changed, as often as the screens are drawn; returns the way to stop. */
export function tellTerminal(app: App, manners: TerminalManners): () => void {
  let stopEngine = (): void => undefined;
  let session = app.model.get().session;
  const tell = (): void => {
    const says = manners.update(factsFor(app));
    if (says !== '') {
      app.terminal.write(says);
    }
  };
  const follow = (): void => {
    stopEngine();
    session = app.model.get().session;
    stopEngine = session ? app.drawPace(session.engine).subscribe(tell) : (): void => undefined;
    tell();
  };
  let { mouse } = app.model.get().settings;
  const stopModel = app.model.subscribe(() => {
    if (app.model.get().session !== session) {
      follow();
    } else if (app.model.get().settings.mouse !== mouse) {
      tell();
    }

    ({ mouse } = app.model.get().settings);
  });
  follow();
  return () => {
    stopModel();
    stopEngine();
  };
}

/**
 * Takes the keys by which a terminal tells of its focus; false for any other. Somebody who comes back sees a list that
 * is no older than it would be had they stayed.
 */
export function takeFocus(app: App, manners: TerminalManners, { type, name }: Key): boolean {
  if (type !== 'key' || (name !== 'focus-in' && name !== 'focus-out')) {
    return false;
  }

  manners.setFocus(name === 'focus-in');
  if (name === 'focus-in' && app.workspace.terminal.focus) {
    refreshIfOld(app);
  }

  return true;
}

function refreshIfOld(app: App): void {
  const { session, settings } = app.model.get();
  const { lists, refreshing, connection } = snapshotOf(app);
  const { fetchedAt, heardAt = fetchedAt } = lists.all;
  const isOld = heardAt !== undefined && app.now() - Date.parse(heardAt) > settings.refreshMs;
  if (session && isOld && !refreshing && connection.state === 'online') {
    void session.engine
      .refresh('all', 'news')
      .catch((error: unknown) => app.workspace.log('not refreshed', { error: String(error) }));
  }
}
