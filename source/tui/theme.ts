import type { ThemeName } from '../app/settings/setting-definitions.js';
import type { Tone } from '../text/tone.js';

/** Style properties of Ink's `Text`, by what they mean. */
export type Style = {
  readonly color?: string;
  readonly bold?: boolean;
  readonly dimColor?: boolean;
  readonly inverse?: boolean;
  readonly underline?: boolean;
};

/** What a text of the screens is, and looks by. */
export type Role = 'plain' | 'good' | 'title' | 'heading' | 'key' | 'selected' | 'question' | 'warning' | 'bad' | Tone;

/** What each kind of text looks like. */
export type Theme = Readonly<Record<Role, Style>>;

/** Roles of signs: they have a shape of their own and a word beside them, so their colours need not be readable. */
export const signRoles: readonly Role[] = ['available', 'pending', 'sold', 'needs-you', 'waits'];

/**
 * Words are drawn in the terminal's own foreground, which somebody chose to read; colour only doubles what a sign and a
 * word say already. So nothing is said by colour alone, and nothing is hard to read on any background.
 *
 * What was searched for is cyan where the background is known to be dark: on most light ones cyan cannot be read. Ink's
 * chalk does not look at `NO_COLOR` itself, so its theme is `none`. Faint is what is told elsewhere too, or only parts
 * other things.
 */
export function createTheme(name: ThemeName, { hasDarkBackground }: { readonly hasDarkBackground: boolean }): Theme {
  const sign = (color: string): Style => (name === 'auto' ? { color } : {});
  const isStark = name === 'high-contrast';
  return {
    plain: {},
    good: {},
    title: { bold: true },
    heading: { bold: true },
    current: { bold: true, inverse: true },
    key: { bold: true },
    selected: isStark ? { bold: true, inverse: true } : { inverse: true },
    question: { bold: true, inverse: true },
    warning: { bold: true },
    bad: { bold: true },
    strong: { bold: true },
    quiet: name === 'auto' ? { dimColor: true } : {},
    match: { bold: true, underline: true, ...(hasDarkBackground ? sign('cyanBright') : {}) },
    available: sign('green'),
    pending: sign('yellow'),
    sold: {},
    'needs-you': { bold: true, ...sign('red') },
    waits: sign('yellow'),
  };
}

/** The theme by a person's settings: without colours, whatever else they chose. */
export function themeOf({
  colour,
  theme,
  hasDarkBackground,
}: {
  readonly colour: boolean;
  readonly theme: ThemeName;
  readonly hasDarkBackground: boolean;
}): Theme {
  return createTheme(colour || theme === 'high-contrast' ? theme : 'none', { hasDarkBackground });
}
