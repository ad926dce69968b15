/** The environment variables the program reads, as they are; their users check their meaning. Empty counts as unset. */
export type Environment = Readonly<ReturnType<typeof readEnvironment>>;

/** Reads each variable once; the rest of the program does not see `process.env`. */
export function readEnvironment(variables: Readonly<Record<string, string | undefined>>) {
  const read = (...names: readonly string[]) =>
    names.map((name) => variables[name]).find((value) => value !== undefined && value !== '');
  const apiKey = read('PETSTORE_API_KEY');
  return {
    profile: read('PETSTORE_PROFILE'),
    /** Makes the profile `env`. */
    baseUrl: read('PETSTORE_BASE_URL'),
    // Docker's `--env-file` leaves a file's last line end in it.
    apiKey: apiKey === undefined ? undefined : trimLineEnd(apiKey),
    apiKeyFile: read('PETSTORE_API_KEY_FILE'),
    /** One folder instead of the system's three. */
    home: read('PETSTORE_HOME'),
    /** Durations such as `2s`. */
    timeout: read('PETSTORE_TIMEOUT'),
    settle: read('PETSTORE_SETTLE'),
    refresh: read('PETSTORE_REFRESH'),
    /** By no-color.org any value but the empty one. */
    noColor: read('NO_COLOR') !== undefined,
    /** Whether `npm start` runs this: then there may be no `petstore` to type. */
    isNpmStart: read('npm_lifecycle_event') === 'start' && read('npm_package_name') === 'petstore-terminal',
    accessible: !['', '0', 'false'].includes(read('ACCESSIBLE') ?? ''),
    httpsProxy: read('HTTPS_PROXY', 'https_proxy'),
    noProxy: read('NO_PROXY', 'no_proxy'),
    certificateFile: read('SSL_CERT_FILE'),
    // It cannot move its cursor. Windows consoles set no TERM and can do everything.
    dumbTerminal: variables['TERM'] === 'dumb' || (process.platform !== 'win32' && read('TERM') === undefined),
    /** Whether signs beyond ASCII can be drawn: the font of Linux' console has few. */
    hasGlyphs:
      process.platform === 'win32' ||
      (/utf-?8/iu.test(read('LC_ALL', 'LC_CTYPE', 'LANG') ?? '') && variables['TERM'] !== 'linux'),
    /** How long Esc waits for the rest of an arrow key, in milliseconds: a slow line may bring that later. */
    escapeMs: read('SSH_CONNECTION', 'SSH_TTY') === undefined ? 50 : 200,
    /** Some terminals tell this. */
    background: backgroundOf(read('COLORFGBG') ?? ''),
    /** Whether 256 colours are drawn: by the rules of chalk, with which Ink draws. */
    has256Colours: draws256(read),
    /** Whether the terminal shows the title of a window (OSC 2), and prints none of its letters. */
    hasTitle:
      read('WT_SESSION') !== undefined ||
      /^(?:xterm|tmux|alacritty|foot|rxvt|konsole|vte|st-|wezterm)/u.test(read('TERM') ?? ''),
  };
}

function backgroundOf(colours: string): 'dark' | 'light' | undefined {
  if (/;(?:[0-6]|8)$/u.test(colours)) {
    return 'dark';
  }

  return /;(?:7|15)$/u.test(colours) ? 'light' : undefined;
}

/** Terminals of 256 colours that neither TERM nor COLORTERM tells. */
const programsOf256 = ['iTerm.app', 'Apple_Terminal'];

function draws256(read: (name: string) => string | undefined): boolean {
  const forced = read('FORCE_COLOR');
  if (forced !== undefined) {
    return Number(forced) >= 2;
  }

  return (
    process.platform === 'win32' ||
    read('COLORTERM') === 'truecolor' ||
    /-256(?:color)?$|^(?:xterm-kitty|xterm-ghostty|wezterm)$/iu.test(read('TERM') ?? '') ||
    programsOf256.includes(read('TERM_PROGRAM') ?? '')
  );
}

/** A key as files, pipes and variables hold it: one line end after it does not belong to it. */
export function trimLineEnd(text: string): string {
  return text.replace(/\r?\n$/, '');
}

/**
 * Whether a key can be sent as `Authorization: Bearer <key>`: visible ASCII only. Wider than RFC 6750's b64token, as
 * the interface leaves the key's alphabet open, and narrow enough that no key can end the header or start another.
 */
export function isHeaderSafeKey(key: string): boolean {
  return /^[\x21-\x7e]{1,4096}$/.test(key);
}
