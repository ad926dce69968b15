import test from 'ava';
import type { Int64 } from '../../source/domain/int64.ts';
import { couldBe, isNearName } from '../../source/domain/near-name.ts';

const near: readonly (readonly [sent: string, found: string])[] = [
  ['Rex', 'REX'],
  ['Zoë', 'Zoe'],
  ['Zoë', 'ZoÃ«'],
  ['Ágnes', '\u{C3}\u{81}gnes'],
  ['Rex 🐕 Bo', 'Rex ðŸ\u{90}• Bo'],
  ['Zoë’s', 'ZoÃ«â€™s'],
  ['Zoë’s', 'ZoÃ«â\u{80}\u{99}s'],
  ['Rex & Bo', 'Rex &amp; Bo'],
  ['Rex & Bo', 'Rex &amp;amp; Bo'],
  ['A', '&#65;'],
  ['A', '&#x41;'],
  ['Rex', '<b>Rex</b>'],
  ["O'Malley", 'OMalley'],
  ['Agent 007', 'Agent 7'],
  ['Zoë', 'Zo?'],
  ['Zoë', 'Zo\u{FFFD}'],
  ['Rex 🐕', 'Rex ?'],
  ['Rex 🐕', 'Rex ??'],
  ['Killer', 'K****r'],
  ['Damn', '***'],
  ['007', '7'],
  ['Rex', 'Rex (2)'],
  ['Rex', 'Rex 9999'],
  ['Bartholomew the Second', 'Bartholome'],
  ['Rex 🐕 Bo', 'Rex '],
  ['🐕', '🐕'],
  ['🐕', ' 🐕 '],
];
const far: readonly (readonly [sent: string, found: string])[] = [
  ['Rex', 'Max'],
  ['Zoë', 'ZoÃ'],
  ['Zoë', 'Zoà'],
  ['Rex', 'Rexi'],
  ['Rex', 'Rex 12345'],
  ['Rex 1', 'Rex 12'],
  ['Rex', 'Bo (2)'],
  ['Bartholomew the Second', 'Bartholom'],
  ['Bartholomew', 'Bartholomew the Second'],
  ['Rex', ''],
  ['🐕', ''],
  ['🐕', '7'],
  ['🐕', '🐈'],
  ['Rex', '&nothing;'],
  ['Rex', 'R?x?x?x'],
];
test('a name may be another as a store wrote it, and is not taken for any', (t) => {
  for (const [sent, found] of near) {
    t.true(isNearName(sent, found), `${sent} as ${found}`);
  }

  for (const [sent, found] of far) {
    t.false(isNearName(sent, found), `${sent} as ${found}`);
  }
});

test('only an animal of its category could be an entered one', (t) => {
  const rex = { name: 'Rex', categoryId: '3' as Int64 };
  t.true(couldBe(rex, { name: 'REX', categoryId: '3' as Int64 }));
  t.false(couldBe(rex, { name: 'Rex', categoryId: '4' as Int64 }));
  t.false(couldBe(rex, { name: 'Max', categoryId: '3' as Int64 }));
});
