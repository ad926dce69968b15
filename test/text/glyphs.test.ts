import test from 'ava';
import { cellWidth } from '../../source/platform/text/terminal-text.ts';
import { glyphsOf, spellKeys, toAscii } from '../../source/text/glyphs.ts';

test('every sign has one in ASCII of as many cells, and letters stay', (t) => {
  const texts = '… → – • ↑ ↓ ← █ ▌ ░';
  t.regex(toAscii(texts), /^[ -~]+$/);
  t.is(cellWidth(toAscii(texts)), cellWidth(texts));
  t.is(toAscii('Zoë ポチ שלום'), 'Zoë ポチ שלום');
  t.true(Object.values(glyphsOf('ascii', true, false)).every((sign) => /^[ -~]?$/.test(sign)));
  t.true(Object.values(glyphsOf('unicode', true, true)).every((sign) => cellWidth(sign) === 1));
});

test('an arrow key is spelt where it cannot be drawn, as v is a key of its own', (t) => {
  t.is(spellKeys('j ↓ Ctrl-N', glyphsOf('ascii', true, false)), 'j Down Ctrl-N');
  t.is(spellKeys('j ↓ Ctrl-N', glyphsOf('unicode', false, false)), 'j ↓ Ctrl-N');
});
