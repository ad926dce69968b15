import fc from 'fast-check';
import test from 'ava';
import {
  colourQuestion,
  contrastOf,
  createColourAnswers,
  readColourAnswer,
  tintOf,
} from '../../../source/platform/text/terminal-colours.js';

test('answers are read as terminals write them: 4, 8, 12 or 16 bits, with an alpha, ended by BEL or ST', (t) => {
  for (const [answer, expected] of [
    ['\u001B]11;rgb:ffff/0000/8080\u001B\\', { background: [1, 0, 0x80_80 / 0xff_ff] }],
    ['\u001B]11;rgb:ff/00/80\u0007', { background: [1, 0, 0x80 / 0xff] }],
    ['\u001B]10;rgb:f/0/8\u0007', { foreground: [1, 0, 8 / 15] }],
    ['\u001B]10;rgba:ffff/0000/0000/ffff\u0007', { foreground: [1, 0, 0] }],
    ['\u001B]4;6;rgb:0000/FFFF/ffff\u0007', { cyan: [0, 1, 1] }],
    ['\u001B]4;4;rgb:00/00/ff\u0007', { blue: [0, 0, 1] }],
  ] as const) {
    t.deepEqual(readColourAnswer(answer) as unknown, expected, answer);
  }
});

test('anything else is no answer', (t) => {
  for (const raw of [
    '',
    '\u001B',
    '\u001B]11;?\u0007',
    '\u001B]11;rgb:zz/00/00\u0007',
    '\u001B]11;#ffffff\u0007',
    '\u001B]11;rgb:ff/00\u0007',
    '\u001B]12;rgb:ff/00/00\u0007',
    '\u001B]4;1;rgb:ff/00/00\u0007',
    '\u001B]11;rgb:fffff/0/0\u0007',
    '\u001B[A',
    'rgb:ff/00/00',
    '\u001B]11;rgb:ff/00/00',
  ]) {
    t.is(readColourAnswer(raw), undefined, JSON.stringify(raw));
  }
});

test('the background is asked for last', (t) => {
  t.true(colourQuestion.endsWith('\u001B]11;?\u001B\\'));
  t.is(colourQuestion.split('?').length - 1, 4);
});

test('words on any tint of any two colours can be read', (t) => {
  const channel = fc.double({ min: 0, max: 1, noNaN: true });
  const colour = fc.tuple(channel, channel, channel);
  const parse = (hex: string): [number, number, number] => {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
    return [red, green, blue];
  };
  fc.assert(
    fc.property(colour, colour, fc.constantFrom(0.08, 0.18), (foreground, background, share) => {
      const { backgroundColor, color } = tintOf({ foreground, background }, share);
      const rounded = parse(
        `#${foreground
          .map((part) =>
            Math.round(part * 255)
              .toString(16)
              .padStart(2, '0'),
          )
          .join('')}`,
      );
      return contrastOf(color === undefined ? rounded : parse(color), parse(backgroundColor)) >= 4.5;
    }),
    { numRuns: 2000 },
  );
  t.pass();
});

const foreground = '\u001B]10;rgb:ff/ff/ff\u001B\\';
const background = '\u001B]11;rgb:00/00/00\u001B\\';

function ask() {
  const told: unknown[] = [];
  const clock = { ms: 0 };
  const answers = createColourAnswers(
    () => clock.ms,
    (colours) => told.push(colours),
  );
  return { told, clock, answers };
}

test('the colours are told once, when foreground and background are known, however often a terminal answers', (t) => {
  const { told, answers } = ask();
  answers.asked();
  t.true(answers.take('\u001B]4;6;rgb:00/ff/ff\u001B\\'));
  t.true(answers.take(foreground));
  t.is(told.length, 0);
  t.true(answers.take(background));
  t.true(answers.take(foreground));
  t.true(answers.take(background));
  t.deepEqual(told, [{ foreground: [1, 1, 1], background: [0, 0, 0], cyan: [0, 1, 1] }]);
});

test('a late answer counts as long as nobody has pressed a key, or where an earlier one is drawn, and is no key in any case', (t) => {
  for (const [keyAt, count, isRemembered] of [
    [undefined, 1, false],
    [50, 1, false],
    [150, 0, false],
    [150, 1, true],
  ] as const) {
    const { told, clock, answers } = ask();
    answers.asked(isRemembered);
    clock.ms = keyAt ?? 0;
    t.false(keyAt !== undefined && answers.take('j'));
    clock.ms = 400;
    t.true(answers.take(foreground));
    t.true(answers.take(background));
    t.is(told.length, count, String(keyAt));
  }
});

test('what comes unasked, and garbage, tells nothing', (t) => {
  const { told, answers } = ask();
  t.true(answers.take(foreground));
  t.true(answers.take(background));
  answers.asked();
  t.false(answers.take('\u001B]11;rgb:no\u001B\\'));
  t.is(told.length, 0);
});
