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
export type TerminalNames = {
  readonly term: string;
  readonly program: string;
  readonly isWindowsTerminal: boolean;
  readonly isKitty: boolean;
  readonly isVte: boolean;
  readonly isXterm: boolean;
  readonly isAlacritty: boolean;
  readonly isMultiplexer: boolean;
};

/** An unknown terminal. */
export const noSkills: TerminalSkills = {
  wheel: 'no',
  title: false,
  progress: false,
  notice: undefined,
  colours: false,
  focus: false,
};
const plain: TerminalSkills = {
  wheel: 'asked',
  title: false,
  progress: false,
  notice: undefined,
  colours: true,
  focus: true,
};

/**
 * The known abilities of the terminal. A multiplexer would not pass on a sequence that it does not understand itself.
 */
export function skillsOf({
  term,
  program,
  isWindowsTerminal,
  isKitty,
  isVte,
  isXterm,
  isAlacritty,
  isMultiplexer,
}: TerminalNames): TerminalSkills {
  if (/^(?:linux|vt\d|dumb|ansi|cons25)/.test(term) || term === '') {
    return isWindowsTerminal ? { ...plain, title: true, progress: true } : noSkills;
  }

  if (isMultiplexer || /^(?:screen|tmux)/.test(term)) {
    return plain;
  }

  switch (program) {
    case 'vscode':
      return { ...plain, title: true, progress: true };
    case 'ghostty':
    case 'WezTerm':
      return { ...plain, title: true, progress: true, notice: 777 };
    case 'iTerm.app':
      return { ...plain, title: true, notice: 9 };
  }

  if (isWindowsTerminal) {
    return { ...plain, title: true, progress: true };
  }

  if (isKitty || /^foot/.test(term)) {
    return { ...plain, title: true, notice: isKitty ? 9 : 777 };
  }

  if (isAlacritty) {
    return { ...plain, wheel: 'alwaysOn', title: true };
  }

  return isVte || isXterm ? { ...plain, title: true } : plain;
}
