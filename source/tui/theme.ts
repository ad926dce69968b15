import type { TextProps } from 'ink';
import type { UiSettings } from '../app/workspace.js';
import type { Tone } from '../text/glyphs.js';
import { isDark, isReadable, tintOf } from '../platform/text/terminal-colours.js';
import type { UiState } from './state/ui-state.js';

/** Style properties of Ink's `Text`, by meaning. */
export type Style = Pick<TextProps, 'color' | 'backgroundColor' | 'bold' | 'dimColor' | 'inverse' | 'underline'>;
/** The role of a text on the screens, which decides its looks. */
export type Role = 'plain' | 'good' | 'bar' | 'selected' | 'cursor' | 'warning' | 'bad' | Tone;
/** The looks of each kind of text. */
export type Theme = Readonly<Record<Role, Style>>;

type Looks = Pick<UiSettings, 'colour' | 'theme' | 'hasDarkBackground'> & Pick<UiState, 'colours'>;

/** How much of the foreground is in the tints: enough to be seen, too little to stand out. */
export const tintShares = { bar: 0.08, selected: 0.18 };

/**
 * The theme by a person's settings: without colours there is none but that of high contrast.
 *
 * Words are drawn in the terminal's own foreground, which somebody chose to read; colour only doubles a sign and a
 * word. So no fact depends on colour, and all text is easy to read on any background.
 *
 * The accent is cyan on a dark background and blue on a light one, and only bold if the terminal's own cannot be read
 * there, or the background is not known. Bars and the selected row lie on tints of the terminal's own colours; without
 * its answer the selected row is inverse. Ink's chalk does not look at `NO_COLOR` itself, so its theme is `none`. Faint
 * texts stand elsewhere too, or only part other things.
 */
export function themeOf(looks: Looks): Theme {
  const isStark = looks.theme === 'high-contrast';
  const isAuto = looks.colour && looks.theme === 'auto';
  const colours = isAuto ? looks.colours : undefined;
  const sign = (color: string): Style => (isAuto ? { color } : {});
  const isOnDark = colours ? isDark(colours.background) : looks.hasDarkBackground;
  const accentName = isOnDark ? 'cyan' : 'blue';
  const hasAccent = colours?.[accentName] ? isReadable(colours[accentName], colours, tintShares.bar) : isOnDark;
  const accent: Style = { bold: true, ...(hasAccent ? sign(accentName) : {}) };
  const inverse: Style = isStark ? { bold: true, inverse: true } : { inverse: true };
  return {
    plain: {},
    good: {},
    current: colours ? { bold: true, underline: true } : { bold: true, inverse: true },
    accent,
    // A bold one looks alike, and costs the more with every move.
    cursor: hasAccent ? sign(accentName) : {},
    bar: colours ? tintOf(colours, tintShares.bar) : {},
    selected: colours ? tintOf(colours, tintShares.selected) : inverse,
    warning: { bold: true },
    bad: { bold: true },
    strong: { bold: true },
    quiet: isAuto ? { dimColor: true } : {},
    match: { bold: true, underline: true, ...(isOnDark ? sign('cyanBright') : {}) },
    available: sign('green'),
    pending: sign('yellow'),
    sold: {},
    'needs-you': { bold: true, ...sign('red') },
    waits: sign('yellow'),
    'hue-0': sign('magenta'),
    'hue-1': sign('blue'),
    'hue-2': sign('yellow'),
    'hue-3': sign('cyan'),
    'hue-4': sign('green'),
    'hue-5': sign('red'),
  };
}

/** The theme of the screen beneath the palette: all of it is faint. */
export function fade(theme: Theme): Theme {
  return Object.fromEntries(Object.keys(theme).map((role) => [role, theme.quiet])) as Theme;
}
