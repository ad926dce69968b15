/** What a terminal says by itself is no key and no letter, and keys typed around it are all kept. */
import { mock } from 'node:test';
import { StringDecoder } from 'node:string_decoder';
import test from 'ava';
import fc from 'fast-check';
import type { Key } from '../../../source/tui/input/decode-keys.js';
import { createKeyStream } from '../../../source/tui/input/key-stream.js';

const escapeMs = 50;
const sentMs = 500;

/** Something that arrives. `seen`: as what; empty for a report. */
type Arrival = { readonly bytes: Buffer; readonly seen: readonly string[] };
const toArrival = (text: string, ...seen: readonly string[]): Arrival => ({ bytes: Buffer.from(text), seen });

const number = (max: number): fc.Arbitrary<number> => fc.integer({ min: 0, max });
const coordinate = fc.integer({ min: -3, max: 500 });
const button = fc.constantFrom(0, 1, 2, 3, 4, 16, 32, 35, 64, 65, 66, 67, 128, 131);
/** Anything printable, as titles, names of terminals and answers in JSON have it. */
const words = fc.string({
  unit: fc.constantFrom(...Array.from('aqjkGd:;=/,+.{}"[]()<>~ 0123456789é犬')),
  maxLength: 12,
});
const end = fc.constantFrom('\u0007', '\u001B\\');
const colour = fc.tuple(number(0xffff), number(0xffff), number(0xffff)).map((parts) => {
  const [red, green, blue] = parts.map((part) => part.toString(16).padStart(4, '0'));
  return `rgb:${red}/${green}/${blue}`;
});

const textReports: Readonly<Record<string, fc.Arbitrary<string>>> = {
  'mouse, 1005': fc
    .tuple(button, number(1983), number(1983))
    .map(([what, x, y]) => `\u001B[M${String.fromCharCode(what + 32, x + 33, y + 33)}`),
  'mouse, 1006 and 1016': fc
    .tuple(button, coordinate, coordinate, fc.constantFrom('M', 'm'))
    .map(([what, x, y, last]) => `\u001B[<${what};${x};${y}${last}`),
  'mouse, 1015': fc.tuple(button, coordinate, coordinate).map(([what, x, y]) => `\u001B[${what + 32};${x};${y}M`),
  'locator, DECSLRM': fc.tuple(number(10), number(200), number(200)).map((parts) => `\u001B[${parts.join(';')};0&w`),
  'a colour of the palette': fc.tuple(number(255), colour, end).map(([at, is, last]) => `\u001B]4;${at};${is}${last}`),
  'foreground, background, cursor': fc
    .tuple(fc.constantFrom(10, 11, 12, 17, 19), colour, end)
    .map(([which, is, last]) => `\u001B]${which};${is}${last}`),
  'other OSC': fc.tuple(number(1337), words, end).map(([which, is, last]) => `\u001B]${which};${is}${last}`),
  clipboard: fc.tuple(fc.base64String({ maxLength: 40 }), end).map(([is, last]) => `\u001B]52;c;${is}${last}`),
  'title and icon, CSI 20 t and 21 t': fc
    .tuple(fc.constantFrom('l', 'L'), words)
    .map(([which, is]) => `\u001B]${which}${is}\u001B\\`),
  focus: fc.constantFrom('\u001B[I', '\u001B[O'),
  sizes: fc
    .tuple(fc.constantFrom(1, 2, 3, 4, 6, 8, 9, 48), number(4000), number(4000))
    .map((parts) => `\u001B[${parts.join(';')}t`),
  'DA 1 and 2': fc
    .tuple(fc.constantFrom('?', '>'), fc.array(number(70), { minLength: 1, maxLength: 8 }))
    .map(([mark, parts]) => `\u001B[${mark}${parts.join(';')}c`),
  'DA 3': fc.base64String({ maxLength: 8 }).map((is) => `\u001BP!|${is.replaceAll('=', '')}\u001B\\`),
  'DSR and DECXCPR': fc.oneof(
    fc.constantFrom('\u001B[0n', '\u001B[3n', '\u001B[?10n', '\u001B[?997;1n', '\u001B[?997;2n'),
    fc.tuple(fc.constantFrom('', '?'), number(300), number(300)).map(([mark, y, x]) => `\u001B[${mark}${y};${x}R`),
  ),
  'a mode, DECRPM': fc
    .tuple(fc.constantFrom('', '?'), number(2048), number(4))
    .map(([mark, mode, is]) => `\u001B[${mark}${mode};${is}$y`),
  'kitty, its flags and keys with their events': fc.oneof(
    number(31).map((flags) => `\u001B[?${flags}u`),
    fc.tuple(number(57_454), number(8), number(3)).map(([key, held, what]) => `\u001B[${key};${held + 1}:${what}u`),
    fc.tuple(number(0xffff), number(0xffff)).map(([key, shifted]) => `\u001B[${key}:${shifted};2u`),
  ),
  'DECRQSS and XTGETTCAP': fc
    .tuple(fc.constantFrom('0', '1', ''), fc.constantFrom('$r', '+r'), words)
    .map(([is, which, what]) => `\u001BP${is}${which}${what}\u001B\\`),
  XTVERSION: words.map((is) => `\u001BP>|${is}\u001B\\`),
  'kitty, graphics': words.map((is) => `\u001B_Gi=31;${is}\u001B\\`),
};

/** Bytes, that are no UTF-8 beyond column 95. */
const oldMouse = fc
  .tuple(button, number(222), number(94))
  .map(([what, x, y]): Arrival => ({ bytes: Buffer.from([27, 91, 77, what + 32, x + 33, y + 33]), seen: [] }));

const reports: Readonly<Record<string, fc.Arbitrary<Arrival>>> = {
  'mouse, 1000, 1002 and 1003': oldMouse,
  ...Object.fromEntries(
    Object.entries(textReports).map(([name, text]) => [name, text.map((each) => toArrival(each))] as const),
  ),
};

const paste = fc
  .string({ unit: fc.constantFrom(...Array.from('Rex, 3;\r\n\t[<0M犬')), maxLength: 30 })
  .map((text) => toArrival(`\u001B[200~${text}\u001B[201~`, `paste ${text}`));
const typed = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom(...Array.from('jkaqG/:[]<>;0123Mm犬é')).map((each) => toArrival(each, `text ${each}`)),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      toArrival('\r', 'key enter'),
      toArrival('\t', 'key tab'),
      toArrival('\u0013', 'key ctrl-s'),
      toArrival('\u001B[A', 'key up'),
      toArrival('\u001BOB', 'key down'),
      toArrival('\u001B[3~', 'key delete'),
      toArrival('\u001B[1;5C', 'key ctrl-right'),
    ),
  },
  { weight: 1, arbitrary: paste },
);

/** What the app takes for keys when these arrive, cut where told. `slow`: the pauses last as long as they may. */
function keysOf(arrivals: readonly Arrival[], cuts: readonly number[], slow: boolean): readonly string[] {
  const seen: Key[] = [];
  const stream = createKeyStream({
    take: (key) => seen.push(key) > 0,
    typing: () => false,
    waits: () => false,
    isDrawn: () => true,
    pass: () => undefined,
    escapeMs: () => escapeMs,
  });
  const decoder = new StringDecoder('utf8');
  const bytes = Buffer.concat(arrivals.map((each) => each.bytes));
  const starts = arrivals.map((_, at) => Buffer.concat(arrivals.slice(0, at).map((each) => each.bytes)).length);
  const places = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b);
  for (const [at, from] of [0, ...places].entries()) {
    const to = places[at] ?? bytes.length;
    const text = decoder.write(bytes.subarray(from, to));
    if (text === '') {
      continue;
    }

    stream.push(text);
    // Escape alone, and with a letter, is what fingers send too.
    const into = to - Math.max(0, ...starts.filter((start) => start < to));
    mock.timers.tick(slow && into > 2 ? sentMs - 1 : escapeMs - 1);
  }

  mock.timers.tick(2 * sentMs);
  stream.dispose();
  return seen.flatMap(({ type, name }) => (type === 'mouse' || name === 'unknown' ? [] : [`${type} ${name}`]));
}

const seenIn = (arrivals: readonly Arrival[]): readonly string[] => arrivals.flatMap(({ seen }) => seen);

test.beforeEach(() => mock.timers.enable({ apis: ['setTimeout', 'setImmediate'] }));
test.afterEach.always(() => mock.timers.reset());

for (const [name, report] of Object.entries(reports)) {
  test.serial(`a report is no key and no letter, whole and wherever it is cut: ${name}`, (t) => {
    fc.assert(
      fc.property(report, fc.boolean(), (each, slow) => {
        const around = [toArrival('j', 'text j'), each, toArrival('k', 'text k')];
        for (let cut = 0; cut <= each.bytes.length; cut += 1) {
          t.deepEqual(keysOf(around, [1 + cut], slow), ['text j', 'text k'], JSON.stringify([cut, String(each.bytes)]));
        }
      }),
      { numRuns: 30 },
    );
  });
}

test.serial('reports back to back, amid typing and pastes, in whatever pieces, take no key with them', (t) => {
  const anyReport = fc.oneof(...Object.values(reports));
  const arrivals = fc.array(fc.oneof(typed, anyReport), { maxLength: 12 });
  fc.assert(
    fc.property(arrivals, fc.array(fc.nat(), { maxLength: 12 }), fc.boolean(), (all, cuts, slow) => {
      t.deepEqual(keysOf(all, cuts, slow), seenIn(all), JSON.stringify(all.map(({ bytes }) => String(bytes))));
    }),
    { numRuns: 1000 },
  );
});
