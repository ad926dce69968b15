/**
 * The app's use of the terminal besides drawing: the wheel scrolls, the window has a title, long work shows in its tab,
 * and a person who looks elsewhere is told that something needs them. None of it holds text from the store, and all of
 * it is undone.
 */
import { safeText } from '../../platform/text/terminal-text.js';
import { countText } from '../../text/count-text.js';
import type { Session, TerminalSwitches } from '../../app/workspace.js';
import { needsPerson } from '../../domain/entry.js';
import type { Key } from '../input/decode-keys.js';
import { detailOf } from '../actions/say.js';
import { type App, snapshotOf } from '../app-context.js';
import type { Environment } from '../../platform/process/environment.js';

/**
 * The sequences that terminals understand, told by the variables they set. A terminal on no list gets no sequence that
 * it could print or misread. An old kitty shows progress (OSC 9;4) as a notice, and a Linux console prints unknown
 * sequences.
 *
 * Tried here: xterm.js and tmux, and the TERM of the Linux console in xterm.js. The others go by what their
 * documentation says.
 */
export type TerminalSkills = {
  /** Turns the wheel into arrows (DECSET 1007). `alwaysOn`: it does so without being asked, and must go on doing so. */
  readonly wheel: 'asked' | 'alwaysOn' | 'no';
  /** OSC 2, with the stack of titles (XTWINOPS 22 and 23). */
  readonly title: boolean;
  /** OSC 9;4 */
  readonly progress: boolean;
  /** OSC 9 or OSC 777 */
  readonly notice: 9 | 777 | undefined;
  /** Tells its own colours (OSC 4, 10 and 11), or ignores the question. */
  readonly colours: boolean;
  /** Tells when its window gets and loses the focus (DECSET 1004). */
  readonly focus: boolean;
};

/** The variables by which terminals are told apart. */
export type TerminalNames = Environment['terminal'];

/** An unknown terminal. */
export const noSkills: TerminalSkills = {
  wheel: 'no',
  title: false,
  progress: false,
  notice: undefined,
  colours: false,
  focus: false,
};
const plain: TerminalSkills = { ...noSkills, wheel: 'asked', colours: true, focus: true };
const titled: TerminalSkills = { ...plain, title: true };

const byProgram: Readonly<Record<string, TerminalSkills>> = {
  vscode: { ...titled, progress: true },
  ghostty: { ...titled, progress: true, notice: 777 },
  WezTerm: { ...titled, progress: true, notice: 777 },
  'iTerm.app': { ...titled, notice: 9 },
};

/** The known abilities of the terminal. A multiplexer would not pass on a sequence that it does not understand. */
export function skillsOf(names: TerminalNames): TerminalSkills {
  const { term, program, isWindowsTerminal, isKitty } = names;
  const windows = { ...titled, progress: true };
  if (/^(?:linux|vt\d|dumb|ansi|cons25)/.test(term) || term === '') {
    return isWindowsTerminal ? windows : noSkills;
  }

  if (names.isMultiplexer || /^(?:screen|tmux)/.test(term)) {
    return plain;
  }

  const named = byProgram[program] ?? (isWindowsTerminal ? windows : undefined);
  if (named) {
    return named;
  }

  if (isKitty || /^foot/.test(term)) {
    return { ...titled, notice: isKitty ? 9 : 777 };
  }

  if (names.isAlacritty) {
    return { ...titled, wheel: 'alwaysOn' };
  }

  return names.isVte || names.isXterm ? titled : plain;
}

/** The facts to be told at this moment. */
export type WindowFacts = {
  /** Undefined: no store is open. */
  readonly profile: string | undefined;
  readonly needy: number;
  /** How much of long work is done, from 0 to 100; undefined: there is no such work, or it is unknown. */
  readonly percent: number | undefined;
  readonly mouse?: boolean;
};

/** The sequences of one terminal; each is empty if it has no news. */
export type TerminalManners = ReturnType<typeof createTerminalManners>;
const osc = (text: string): string => `\u001B]${text}\u0007`;
/** Presses, releases and the wheel (1000), in numbers of any size (1006). Moves are never asked for. */
const mouseMode = (isOn: boolean): string => (isOn ? '\u001B[?1000h\u001B[?1006h' : '\u001B[?1006l\u001B[?1000l');

function nameOf({ profile }: WindowFacts): string {
  return profile === undefined ? 'petstore' : `petstore ${safeText(profile)}`;
}

function titleOf(facts: WindowFacts): string {
  return facts.needy > 0 ? `${nameOf(facts)} (${facts.needy}!)` : nameOf(facts);
}

/** Silent before `begin`. */
export function createTerminalManners(skills: TerminalSkills, on: TerminalSwitches) {
  /** Undefined: not begun. */
  let told: WindowFacts | undefined;
  let hasFocus = true;
  const wheel = on.wheel && skills.wheel === 'asked';
  // It tells whether a notice is wanted.
  const focus = (on.focus || on.notices) && skills.focus;
  const hasTitle = on.title && skills.title;
  const hasProgress = on.progress && skills.progress;
  const hasNotices = on.notices && skills.notice !== undefined && focus;
  const hasMouse = (facts: WindowFacts | undefined): boolean => facts?.mouse === true && skills.wheel !== 'no';

  /** `before`: the facts told last; missing at the beginning. */
  const tell = (now: WindowFacts, before: WindowFacts | undefined): string => {
    const { needy, percent } = now;
    const notice = `${nameOf(now)}: ${countText(needy, 'animal needs', 'animals need')} you`;
    told = now;
    return [
      hasMouse(now) === hasMouse(before) ? '' : mouseMode(hasMouse(now)),
      hasTitle && (!before || titleOf(now) !== titleOf(before)) ? osc(`2;${titleOf(now)}`) : '',
      hasProgress && percent !== before?.percent ? osc(percent === undefined ? '9;4;0;0' : `9;4;1;${percent}`) : '',
      hasNotices && !hasFocus && before && needy > before.needy
        ? osc(skills.notice === 9 ? `9;${notice}` : `777;notify;petstore;${notice}`)
        : '',
    ].join('');
  };

  return {
    /** At the start, and after the terminal was somebody else's. */
    begin(facts: WindowFacts): string {
      hasFocus = true;
      // The mode is saved first (XTSAVE), as some terminals have it on already.
      return [
        wheel ? '\u001B[?1007s\u001B[?1007h' : '',
        focus ? '\u001B[?1004h' : '',
        hasTitle ? '\u001B[22;2t' : '',
        tell(facts, undefined),
      ].join('');
    },
    update: (facts: WindowFacts): string => (told ? tell(facts, told) : ''),
    setFocus(has: boolean): void {
      hasFocus = has;
    },
    /** Puts everything back as it was. Twice does no harm. */
    end(): string {
      const before = told;
      told = undefined;
      return before
        ? [
            hasMouse(before) ? mouseMode(false) : '',
            hasProgress && before.percent !== undefined ? osc('9;4;0;0') : '',
            hasTitle ? '\u001B[23;2t' : '',
            focus ? '\u001B[?1004l' : '',
            wheel ? '\u001B[?1007l\u001B[?1007r' : '',
          ].join('')
        : '';
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
    needy: entries.filter(({ state }) => needsPerson(state)).length,
    mouse: settings.mouse,
    percent: total > 0 ? Math.min(100, Math.floor((done / total) * 100)) : undefined,
  };
}

/** Tells the terminal whenever something of it changed, as often as the screens are drawn; returns the way to stop. */
export function tellTerminal(app: App, manners: TerminalManners): () => void {
  let followed: Session | undefined;
  let stopEngine = (): void => undefined;
  const tell = (): void => {
    const says = manners.update(factsFor(app));
    if (says !== '') {
      app.terminal.write(says);
    }
  };
  const look = (): void => {
    const { session } = app.model.get();
    if (session !== followed) {
      stopEngine();
      followed = session;
      stopEngine = session ? app.drawPace(session.engine).subscribe(tell) : (): void => undefined;
    }

    tell();
  };
  const stopModel = app.model.subscribe(look);
  look();
  return () => {
    stopModel();
    stopEngine();
  };
}

/** Takes the keys that tell of the focus; false for others. Who comes back sees a list as fresh as for who stayed. */
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
      .catch((error: unknown) => app.workspace.log('not refreshed', detailOf(error)));
  }
}
