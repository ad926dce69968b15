import test from 'ava';
import stringWidth from 'string-width';
import { createLatePattern, createLateSegmenter } from '../../scripts/build/late-unicode.js';
import { oneCell } from '../../source/platform/text/terminal-text.js';
import { oneCellSigns } from '../../source/text/glyphs.js';

const texts = [
  '',
  'plain',
  'a\u001B[1mb\tc\n',
  '\r\n\r',
  'é',
  'e\u0301',
  '👨‍👩‍👧 x',
  '🇩🇪',
  'さくら',
  ...Array.from({ length: 256 }, (_, code) => `a${String.fromCharCode(code)}b`),
];

test('graphemes are those of Intl.Segmenter, whatever the text', (t) => {
  const late = createLateSegmenter(undefined, { granularity: 'grapheme' });
  const real = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  const toPairs = (segments: Iterable<{ readonly segment: string; readonly index: number }>) =>
    Array.from(segments, ({ segment, index }) => [segment, index]);
  for (const text of texts) {
    t.deepEqual(toPairs(late.segment(text)), toPairs(real.segment(text)), JSON.stringify(text));
    for (let index = 0; index <= text.length; index += 1) {
      const [one, other] = [late.segment(text).containing(index), real.segment(text).containing(index)];
      t.deepEqual([one?.segment, one?.index], [other?.segment, other?.index], JSON.stringify(text));
    }
  }
});

test('a late pattern tests, searches and matches as the pattern itself', (t) => {
  const late = createLatePattern(() => /\p{Extended_Pictographic}/gu) as RegExp;
  const real = /\p{Extended_Pictographic}/u;
  for (const text of texts) {
    t.is(text.search(late), text.search(real));
    t.deepEqual(text.match(late), text.match(/\p{Extended_Pictographic}/gu));
  }
});

test('what is counted as one cell without a look is one, acts on nothing and joins with nothing, and every sign of the app is among it', (t) => {
  const plain = new RegExp(`^[${oneCell}]$`);
  const all = Array.from({ length: 0xffff }, (_, code) => String.fromCharCode(code)).filter((each) => plain.test(each));
  t.deepEqual(
    all.filter((each) => stringWidth(each) !== 1),
    [],
  );
  t.deepEqual(
    all.filter((each) => /[\p{C}\p{M}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u.test(each)),
    [],
  );
  t.is(all.join('').normalize('NFC'), all.join(''));
  t.deepEqual(
    [...oneCellSigns].filter((sign) => !plain.test(sign)),
    [],
  );
});
