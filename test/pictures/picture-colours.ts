/** The colours of the terminal in the pictures, and the tints that the program makes of them. */
import { type Colour, tintOf } from '../../source/tui/state/terminal-colours.js';
import { tintShares } from '../../source/tui/theme.js';

/** The ground, the letters and the 16 colours of a terminal. */
export const darkColours: readonly string[] = [
  '#1b1d23',
  '#d8dee9',
  '#3b4252',
  '#e06c75',
  '#98c379',
  '#e5c07b',
  '#61afef',
  '#c678dd',
  '#56b6c2',
  '#d8dee9',
  '#7f848e',
  '#ff7b86',
  '#b5e890',
  '#ffd68a',
  '#82c4ff',
  '#e29bf7',
  '#7fe0ec',
  '#ffffff',
];
/** The same on a light ground. */
export const lightColours: readonly string[] = [
  '#ffffff',
  '#24292f',
  '#24292f',
  '#cf222e',
  '#116329',
  '#7d4e00',
  '#0550ae',
  '#8250df',
  '#1b7c83',
  '#6e7781',
  '#57606a',
  '#a40e26',
  '#1a7f37',
  '#633c01',
  '#0969da',
  '#a475f9',
  '#3192aa',
  '#8c959f',
];

/** The tints, by what lies on them. */
export const tintNames: readonly (keyof typeof tintShares)[] = ['bar', 'selected'];

/** What the program makes of these colours, in the order of the names. */
export function tintsOf([background = '', foreground = '']: readonly string[]): readonly string[] {
  const colours = { foreground: toColour(foreground), background: toColour(background) };
  return tintNames.map((name) => tintOf(colours, tintShares[name]).backgroundColor);
}

/** `#rrggbb` as the shares of red, green and blue. */
export function toColour(hex: string): Colour {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  return [red, green, blue];
}
