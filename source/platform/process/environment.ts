/** The environment variables the program reads, as they are; their users check their meaning. Empty counts as unset. */
export type Environment = {
  /** PETSTORE_PROFILE */
  readonly profile: string | undefined;
  /** PETSTORE_BASE_URL: makes the profile `env`. */
  readonly baseUrl: string | undefined;
  /** PETSTORE_API_KEY, without one line end after it. */
  readonly apiKey: string | undefined;
  /** PETSTORE_API_KEY_FILE */
  readonly apiKeyFile: string | undefined;
  /** PETSTORE_HOME: one folder instead of the system's three. */
  readonly home: string | undefined;
  /** PETSTORE_MARKS: the folder of this machine's marks instead of the usual one, or `off`. */
  readonly marks: string | undefined;
  /** PETSTORE_TIMEOUT, PETSTORE_SETTLE, PETSTORE_REFRESH: durations such as `2s`. */
  readonly timeout: string | undefined;
  readonly settle: string | undefined;
  readonly refresh: string | undefined;
  /** NO_COLOR (no-color.org): any value but the empty one. */
  readonly noColor: boolean;
  /** ACCESSIBLE: anything but empty, `0` and `false`. */
  readonly accessible: boolean;
  readonly httpsProxy: string | undefined;
  readonly noProxy: string | undefined;
  /** TERM=dumb or not set: a terminal that cannot move its cursor. */
  readonly dumbTerminal: boolean;
  /**
   * Whether signs beyond ASCII can be drawn: the locale is one of UTF-8, and it is not the console of Linux, whose font
   * has few.
   */
  readonly hasGlyphs: boolean;
  /** COLORFGBG, which some terminals set, tells a dark background. Unknown counts as not dark. */
  readonly hasDarkBackground: boolean;
  /** By what terminals tell which they are. */
  readonly terminal: {
    readonly term: string;
    readonly program: string;
    readonly isWindowsTerminal: boolean;
    readonly isKitty: boolean;
    readonly isVte: boolean;
    readonly isXterm: boolean;
    readonly isAlacritty: boolean;
    readonly isMultiplexer: boolean;
  };
};

/** Reads each variable once; the rest of the program does not see `process.env`. */
export function readEnvironment(variables: Readonly<Record<string, string | undefined>>): Environment {
  const read = (...names: readonly string[]) =>
    names.map((name) => variables[name]).find((value) => value !== undefined && value !== '');
  const apiKey = read('PETSTORE_API_KEY');
  return {
    profile: read('PETSTORE_PROFILE'),
    baseUrl: read('PETSTORE_BASE_URL'),
    // Docker's `--env-file` leaves a file's last line end in it.
    apiKey: apiKey === undefined ? undefined : trimLineEnd(apiKey),
    apiKeyFile: read('PETSTORE_API_KEY_FILE'),
    home: read('PETSTORE_HOME'),
    marks: read('PETSTORE_MARKS'),
    timeout: read('PETSTORE_TIMEOUT'),
    settle: read('PETSTORE_SETTLE'),
    refresh: read('PETSTORE_REFRESH'),
    noColor: read('NO_COLOR') !== undefined,
    accessible: !['', '0', 'false'].includes(read('ACCESSIBLE') ?? ''),
    httpsProxy: read('HTTPS_PROXY', 'https_proxy'),
    noProxy: read('NO_PROXY', 'no_proxy'),
    // Windows consoles set no TERM and can do everything.
    dumbTerminal: variables['TERM'] === 'dumb' || (process.platform !== 'win32' && read('TERM') === undefined),
    hasGlyphs:
      process.platform === 'win32' ||
      (/utf-?8/iu.test(read('LC_ALL', 'LC_CTYPE', 'LANG') ?? '') && variables['TERM'] !== 'linux'),
    hasDarkBackground: /;(?:[0-6]|8)$/u.test(read('COLORFGBG') ?? ''),
    terminal: {
      term: read('TERM') ?? '',
      program: read('TERM_PROGRAM') ?? '',
      isWindowsTerminal: read('WT_SESSION') !== undefined,
      isKitty: read('KITTY_WINDOW_ID') !== undefined || read('TERM') === 'xterm-kitty',
      isVte: read('VTE_VERSION') !== undefined,
      isXterm: read('XTERM_VERSION') !== undefined,
      isAlacritty: read('ALACRITTY_WINDOW_ID') !== undefined || read('TERM') === 'alacritty',
      isMultiplexer: read('TMUX', 'STY', 'ZELLIJ') !== undefined,
    },
  };
}

/** A key as files, pipes and variables hold it: one line end after it does not belong to it. */
export function trimLineEnd(text: string): string {
  return text.replace(/\r?\n$/, '');
}
