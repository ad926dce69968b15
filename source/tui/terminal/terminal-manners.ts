/**
 * The app's use of the terminal besides drawing: the wheel scrolls, the window has a title, long work shows in its tab,
 * and a person who looks elsewhere is told that something needs them. None of it holds text from the store, and all of
 * it is undone.
 */
import type { TerminalSwitches } from '../../app/preferences/read-terminal.js';
import { safeText } from '../../platform/text/terminal-text.js';
import type { TerminalSkills } from './known-terminals.js';

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
