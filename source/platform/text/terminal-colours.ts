/**
 * The terminal's own colours, asked once at the start (OSC 10 and 11), and the tints that are made of them, so that no
 * tint clashes with a palette that somebody chose. A terminal that does not answer keeps its own.
 */

/** Red, green and blue, each from 0 to 1. */
export type Colour = readonly [red: number, green: number, blue: number];

/** The colours of the terminal. `blue` and `cyan`: its own, if it told them. */
export type TerminalColours = {
  readonly foreground: Colour;
  readonly background: Colour;
  readonly blue?: Colour;
  readonly cyan?: Colour;
};

/** What lies under a text, and its colour if the terminal's own cannot be read on it. Both as `#rrggbb`. */
type Tint = { readonly backgroundColor: string; readonly color?: string };

const questions: ReadonlyMap<string, keyof TerminalColours> = new Map([
  ['4;4', 'blue'],
  ['4;6', 'cyan'],
  ['10', 'foreground'],
  ['11', 'background'],
]);

/** Asks for all of them, the background last. */
export const colourQuestion = [...questions.keys()].map((code) => `\u001B]${code};?\u001B\\`).join('');

const part = '([\\da-f]{1,4})';
const answerForm = new RegExp(
  `^\\u001B\\](4;[46]|1[01]);rgba?:${part}/${part}/${part}(?:/[\\da-f]{1,4})?(?:\\u0007|\\u001B\\\\)$`,
  'iu',
);

/** The answer to one of these questions, as it arrives; undefined: it is no answer, or an unknown one. */
export function readColourAnswer(raw: string): Partial<TerminalColours> | undefined {
  const [, code = '', ...digits] = answerForm.exec(raw) ?? [];
  const name = questions.get(code);
  const [red = 0, green = 0, blue = 0] = digits.map((each) => Number.parseInt(each, 16) / (16 ** each.length - 1));
  return name && { [name]: [red, green, blue] };
}

/** WCAG 2.2: the contrast of two colours, from 1 to 21. */
export function contrastOf(one: Colour, other: Colour): number {
  const [light = 0, dark = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** Whether light text stands on it best. */
export function isDark(background: Colour): boolean {
  return contrastOf(background, white) > contrastOf(background, black);
}

/** The least contrast of words, as WCAG 2.2 has it for text of usual size. */
const readable = 4.5;
const white: Colour = [1, 1, 1];
const black: Colour = [0, 0, 0];

/** The background with a share of the foreground. Words keep the terminal's own colour if that can be read. */
export function tintOf({ foreground, background }: TerminalColours, share: number): Tint {
  // Written and read again: drawing has 256 steps.
  const under = rounded(mix(background, foreground, share));
  const end = isDark(under) ? white : black;
  const text = [0, 0.15, 0.3, 0.45, 0.6, 0.75, 0.9, 1]
    .map((step) => rounded(mix(foreground, end, step)))
    .find((colour) => contrastOf(colour, under) >= readable);
  const isOwn = contrastOf(rounded(foreground), under) >= readable;
  return { backgroundColor: toHex(under), ...(isOwn ? {} : { color: toHex(text ?? end) }) };
}

/** Whether words in it can be read on a tint with that share of the foreground. */
export function isReadable(colour: Colour, { foreground, background }: TerminalColours, share: number): boolean {
  return contrastOf(colour, rounded(mix(background, foreground, share))) >= readable;
}

function luminanceOf(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map((share) =>
    share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function mix(from: Colour, to: Colour, share: number): Colour {
  const at = (index: 0 | 1 | 2): number => from[index] + (to[index] - from[index]) * share;
  return [at(0), at(1), at(2)];
}

const toByte = (share: number): number => Math.round(Math.min(1, Math.max(0, share)) * 255);

function rounded([red, green, blue]: Colour): Colour {
  return [toByte(red) / 255, toByte(green) / 255, toByte(blue) / 255];
}

function toHex(colour: Colour): string {
  return `#${colour.map((share) => toByte(share).toString(16).padStart(2, '0')).join('')}`;
}

/** A later answer, in milliseconds, counts only before the first key: looks should not change during work. */
const patienceMs = 100;

/** Takes the answers as they come among the keys. `tell` is called once, when no other colour is due. */
export function createColourAnswers(now: () => number, tell: (colours: TerminalColours) => void) {
  let askedAt: number | undefined;
  let patience = patienceMs;
  let known: Partial<TerminalColours> = {};
  return {
    /** The question is written now. `isRemembered`: an earlier answer is drawn, so that any late one counts. */
    asked(isRemembered = false): void {
      askedAt = now();
      patience = isRemembered ? Infinity : patienceMs;
    },
    /** Whether that is an answer, which is then no key. */
    take(raw: string): boolean {
      const answer = readColourAnswer(raw);
      const isInTime = askedAt !== undefined && now() - askedAt <= patience;
      if (!answer) {
        askedAt = isInTime ? askedAt : undefined;
        return false;
      }

      known = { ...known, ...answer };
      const { foreground, background } = known;
      if (askedAt !== undefined && foreground && background) {
        askedAt = undefined;
        tell({ ...known, foreground, background });
      }

      return true;
    },
  };
}
