import type { TextProps } from 'ink';
import type { UiSettings } from '../app/workspace.ts';
import type { Tone } from '../text/glyphs.ts';

/** Style properties of Ink's `Text`, by meaning. */
export type Style = Pick<TextProps, 'color' | 'backgroundColor' | 'bold' | 'dimColor' | 'inverse' | 'underline'>;
/** The role of a text on the screens, which decides its looks. */
export type Role = 'plain' | 'good' | 'bar' | 'key' | 'selected' | 'cursor' | 'bad' | Tone;
/** The looks of each kind of text. */
export type Theme = Readonly<Record<Role, Style>>;

type Looks = Pick<UiSettings, 'theme' | 'background' | 'has256Colours'>;

/**
 * Greys of the 256 colours, which are the same in every terminal: bars and the selected row lie on them, and words there
 * have one of their own, so that they can be read even where the background is another one than was thought.
 */
const greys = {
  dark: {
    bar: { backgroundColor: colour256(236), color: colour256(252) },
    selected: { backgroundColor: colour256(238), color: colour256(255) },
  },
  light: {
    bar: { backgroundColor: colour256(254), color: colour256(235) },
    selected: { backgroundColor: colour256(252), color: colour256(232) },
  },
} as const;

function colour256(index: number): string {
  return `ansi256(${index})`;
}

/**
 * Keys on these bars, and on the body where the background is known; and blue as a sign of a category. The terminal's own
 * is black on black.
 */
const hues = {
  dark: { key: colour256(80), blue: 'blueBright' },
  light: { key: colour256(24), blue: 'blue' },
} as const;

/** Whether anything is told by its colour, too. */
export function isColoured({ theme }: Pick<Looks, 'theme'>): boolean {
  return theme !== 'none' && theme !== 'high-contrast';
}

/** Whether bars and rows lie on greys, so that no other sign need tell which is the current one. */
export function hasGreys({ theme, has256Colours }: Omit<Looks, 'background'>): boolean {
  return has256Colours && (theme === 'auto' || theme === 'dark' || theme === 'light');
}

/**
 * The theme by a person's settings: without colours there is none but that of high contrast.
 *
 * Words are drawn in the terminal's own foreground, which somebody chose to read; colour only doubles a sign and a
 * word. So no fact depends on colour, and all text is easy to read on any background.
 *
 * `auto` is dark, unless the terminal says that it is light; words on a background that is not known have no colour.
 * Without 256 colours the selected row is inverse. Ink's chalk does not look at `NO_COLOR` itself, so its theme is `none`.
 * Faint texts stand elsewhere too, or only part other things.
 */
export function themeOf(looks: Looks): Theme {
  const { theme } = looks;
  const isStark = theme === 'high-contrast';
  const hasColours = isColoured(looks);
  const known = theme === 'dark' || theme === 'light' ? theme : looks.background;
  const ground = known ?? 'dark';
  const { key, blue } = hues[ground];
  const tints = hasGreys(looks) ? greys[ground] : undefined;
  const sign = (color: string): Style => (hasColours ? { color } : {});
  const ofSixteen = known === 'dark' ? sign('cyan') : {};
  const accent = tints ? { color: key } : ofSixteen;
  return {
    plain: {},
    good: {},
    current: { bold: true, ...(isStark ? { inverse: true } : { underline: true }) },
    accent: { bold: true, ...(known ? accent : {}) },
    key: { bold: true, ...accent },
    // A bold one looks alike, and costs the more with every move.
    cursor: accent,
    bar: tints?.bar ?? {},
    selected: tints?.selected ?? { inverse: true, ...(isStark ? { bold: true } : {}) },
    bad: { bold: true },
    strong: { bold: true },
    quiet: hasColours ? { dimColor: true } : {},
    match: { bold: true, underline: true, ...(known === 'dark' ? sign('cyanBright') : {}) },
    available: sign('green'),
    pending: sign('yellow'),
    sold: {},
    'needs-you': { bold: true, ...sign('red') },
    waits: sign('yellow'),
    'hue-0': sign('magenta'),
    'hue-1': sign(blue),
    'hue-2': sign('yellow'),
    'hue-3': sign('cyan'),
    'hue-4': sign('green'),
    'hue-5': sign('red'),
  };
}
