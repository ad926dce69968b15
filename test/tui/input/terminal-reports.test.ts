/** What a terminal says by itself is no key and no letter, and keys typed around it are all kept. */
import { mock } from 'node:test';
import { StringDecoder } from 'node:string_decoder';
import test from 'ava';
import type { Key } from '../../../source/tui/input/decode-keys.ts';
import { createKeyStream } from '../../../source/tui/input/key-stream.ts';
import { createRandom } from '../../helpers/fault-service/seeded-random.ts';

const escapeMs = 50;
const sentMs = 500;

/** Something that arrives. `seen`: as what; empty for a report. */
type Arrival = { readonly bytes: Buffer; readonly seen: readonly string[] };
const toArrival = (text: string, ...seen: readonly string[]): Arrival => ({ bytes: Buffer.from(text), seen });

/** Something at random. */
type Some<T> = () => T;
const random = createRandom(Number(process.env['PETSTORE_SEED'] ?? 65));
const integer = (min: number, max: number): number => min + Math.floor(random() * (max - min + 1));
const number = (max: number): number => integer(0, max);
const oneOf = <T>(choices: readonly T[]): T => choices[number(choices.length - 1)]!;
const list = <T>(some: Some<T>, most: number, least = 0): readonly T[] =>
  Array.from({ length: integer(least, most) }, some);
const numbers = (...most: readonly number[]): readonly number[] => most.map(number);

const coordinate = (): number => integer(-3, 500);
const button = (): number => oneOf([0, 1, 2, 3, 4, 16, 32, 35, 64, 65, 66, 67, 128, 131]);
/** Anything printable, as titles, names of terminals and answers in JSON have it. */
const words = (): string => list(() => oneOf(Array.from('aqjkGd:;=/,+.{}"[]()<>~ 0123456789é犬')), 12).join('');
const end = (): string => oneOf(['\u0007', '\u001B\\']);
const colour = (): string =>
  `rgb:${numbers(0xffff, 0xffff, 0xffff)
    .map((part) => part.toString(16).padStart(4, '0'))
    .join('/')}`;

const textReports: Readonly<Record<string, Some<string>>> = {
  'mouse, 1005': () => `\u001B[M${String.fromCharCode(button() + 32, number(1983) + 33, number(1983) + 33)}`,
  'mouse, 1006 and 1016': () => `\u001B[<${button()};${coordinate()};${coordinate()}${oneOf(['M', 'm'])}`,
  'foreground, background, cursor': () => `\u001B]${oneOf([10, 11, 12, 17, 19])};${colour()}${end()}`,
  'other OSC': () => `\u001B]${number(1337)};${words()}${end()}`,
  'title and icon, CSI 20 t and 21 t': () => `\u001B]${oneOf(['l', 'L'])}${words()}\u001B\\`,
  focus: () => oneOf(['\u001B[I', '\u001B[O']),
  sizes: () => `\u001B[${oneOf([1, 2, 3, 4, 6, 8, 9, 48])};${numbers(4000, 4000).join(';')}t`,
  'DA 1 and 2': () => `\u001B[${oneOf(['?', '>'])}${list(() => number(70), 8, 1).join(';')}c`,
  'DSR and DECXCPR': () =>
    oneOf([
      ...['\u001B[0n', '\u001B[3n', '\u001B[?10n', '\u001B[?997;1n', '\u001B[?997;2n'],
      `\u001B[${oneOf(['', '?'])}${numbers(300, 300).join(';')}R`,
    ]),
  'a mode, DECRPM': () => `\u001B[${oneOf(['', '?'])}${numbers(2048, 4).join(';')}$y`,
  'kitty, its flags and keys with their events': () =>
    oneOf([
      `\u001B[?${number(31)}u`,
      `\u001B[${number(57_454)};${number(8) + 1}:${number(3)}u`,
      `\u001B[${numbers(0xffff, 0xffff).join(':')};2u`,
    ]),
  'DECRQSS and XTGETTCAP': () => `\u001BP${oneOf(['0', '1', ''])}${oneOf(['$r', '+r'])}${words()}\u001B\\`,
  XTVERSION: () => `\u001BP>|${words()}\u001B\\`,
  'kitty, graphics': () => `\u001B_Gi=31;${words()}\u001B\\`,
};

const reports: Readonly<Record<string, Some<Arrival>>> = {
  // Bytes, that are no UTF-8 beyond column 95.
  'mouse, 1000, 1002 and 1003': () => ({
    bytes: Buffer.from([27, 91, 77, button() + 32, number(222) + 33, number(94) + 33]),
    seen: [],
  }),
  ...Object.fromEntries(Object.entries(textReports).map(([name, text]) => [name, () => toArrival(text())] as const)),
};

const pasted = (): Arrival => {
  const text = list(() => oneOf(Array.from('Rex, 3;\r\n\t[<0M犬')), 30).join('');
  return toArrival(`\u001B[200~${text}\u001B[201~`, `paste ${text}`);
};
const letter = (): Arrival => {
  const text = oneOf(Array.from('jkaqG/:[]<>;0123Mm犬é'));
  return toArrival(text, `text ${text}`);
};
const namedKeys = [
  toArrival('\r', 'key enter'),
  toArrival('\t', 'key tab'),
  toArrival('\u0013', 'key ctrl-s'),
  toArrival('\u001B[A', 'key up'),
  toArrival('\u001BOB', 'key down'),
  toArrival('\u001B[3~', 'key delete'),
  toArrival('\u001B[1;5C', 'key ctrl-right'),
];
const typed = (): Arrival => oneOf([letter, letter, letter, letter, () => oneOf(namedKeys), pasted])();

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
    for (let left = 30; left > 0; left -= 1) {
      const each = report();
      const around = [toArrival('j', 'text j'), each, toArrival('k', 'text k')];
      for (let cut = 0; cut <= each.bytes.length; cut += 1) {
        const seen = keysOf(around, [1 + cut], left % 2 === 0);
        t.deepEqual(seen, ['text j', 'text k'], JSON.stringify([cut, String(each.bytes)]));
      }
    }
  });
}

test.serial('reports back to back, amid typing and pastes, in whatever pieces, take no key with them', (t) => {
  const any = (): Arrival => oneOf([typed, oneOf(Object.values(reports))])();
  for (let left = 1000; left > 0; left -= 1) {
    const all = list(any, 12);
    const seen = keysOf(
      all,
      list(() => number(10_000), 12),
      left % 2 === 0,
    );
    t.deepEqual(seen, seenIn(all), JSON.stringify(all.map(({ bytes }) => String(bytes))));
  }
});
