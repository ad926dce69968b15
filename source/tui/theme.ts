/** Style properties of Ink's `Text`, by what they mean. */
export type Style = { readonly color?: string; readonly bold?: boolean; readonly dimColor?: boolean; readonly inverse?: boolean; readonly underline?: boolean };

/** What each kind of text looks like. */
export type Theme = Readonly<Record<'plain' | 'title' | 'quiet' | 'selected' | 'match' | 'good' | 'warning' | 'bad', Style>>;

/**
 * The 16 colours of the terminal on its own background, so light terminals look right too. Nothing is said by colour alone.
 *
 * Without colour (`NO_COLOR`) only bold, underline and inverse are left: Ink's chalk does not look at the variable itself.
 */
export function createTheme(colour: boolean): Theme {
  const coloured = (color: string): Style => (colour ? { color } : {});
  return {
    plain: {},
    title: { bold: true },
    quiet: colour ? { dimColor: true } : {},
    selected: { inverse: true },
    match: { bold: true, underline: true },
    good: coloured('green'),
    warning: coloured('yellow'),
    bad: { ...coloured('red'), bold: true },
  };
}
