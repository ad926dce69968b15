/** The colours of the terminal in the pictures, and those of the 256 that the program draws with. */
import { type Role, themeOf } from '../../source/tui/theme.ts';

const readColours = (text: string): readonly string[] => text.trim().split(/\s+/);

/** The ground and the letters; the eight colours of a terminal; the eight bright ones. */
export const darkColours: readonly string[] = readColours(`
  #1b1d23 #d8dee9
  #3b4252 #e06c75 #98c379 #e5c07b #61afef #c678dd #56b6c2 #d8dee9
  #7f848e #ff7b86 #b5e890 #ffd68a #82c4ff #e29bf7 #7fe0ec #ffffff
`);
/** The same on a light ground. */
export const lightColours: readonly string[] = readColours(`
  #ffffff #24292f
  #24292f #cf222e #116329 #7d4e00 #0550ae #8250df #1b7c83 #6e7781
  #57606a #a40e26 #1a7f37 #633c01 #0969da #a475f9 #3192aa #8c959f
`);

const greyOf = (step: number): number => 8 + 10 * step;
const cubeSteps = [0, 95, 135, 175, 215, 255];

/** One of the 256 colours from the 17th on, as `#rrggbb`. */
function fixedColour(index: number): string {
  const cube = index - 16;
  const parts =
    index >= 232
      ? [0, 1, 2].map(() => greyOf(index - 232))
      : [Math.floor(cube / 36), Math.floor(cube / 6) % 6, cube % 6].map((step) => cubeSteps[step] ?? 0);
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

const looks = { has256Colours: true, background: undefined };
const [dark, light] = (['dark', 'light'] as const).map((theme) => themeOf({ ...looks, theme }));
const indexOf = (colour: string | undefined): number => Number(/^ansi256\((\d+)\)$/.exec(colour ?? '')?.[1] ?? -1);

/** The fixed colours of the dark theme by their numbers, each with that of the light theme in its place. */
const fixed = new Map(
  (Object.keys(dark ?? {}) as Role[]).flatMap((role) =>
    (['color', 'backgroundColor'] as const).map(
      (part) => [indexOf(dark?.[role][part]), indexOf(light?.[role][part])] as const,
    ),
  ),
);
fixed.delete(-1);

/** Their names in pictures. */
export const fixedNames: readonly string[] = [...fixed.keys()].map((index) => `colour-${index}`);
/** In the order of the names. */
export const fixedDark: readonly string[] = [...fixed.keys()].map(fixedColour);
/** The same on a light ground. */
export const fixedLight: readonly string[] = [...fixed.values()].map(fixedColour);
