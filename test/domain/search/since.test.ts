import test from 'ava';
import { parseSince } from '../../../source/domain/search/since.ts';

const now = new Date(2026, 2, 1, 9, 30).getTime();
const hourMs = 3_600_000;

test('a moment that lies back is read as a length of time, a word or a day of the own zone', (t) => {
  for (const [text, at] of [
    ['12h', now - 12 * hourMs],
    ['2d', now - 48 * hourMs],
    ['0s', now],
    ['today', new Date(2026, 2, 1).getTime()],
    ['yesterday', new Date(2026, 1, 28).getTime()],
    [' 2026-02-28 ', new Date(2026, 1, 28).getTime()],
    ['2024-02-29', new Date(2024, 1, 29).getTime()],
  ] as const) {
    t.is(parseSince(text, now), at, text);
  }
});

test('a day that no calendar has, and a word that says no moment, are none', (t) => {
  for (const text of ['', '2026-02-30', '2026-13-01', '2026-2-3', '2026-11-22T09:00', 'tomorrow', '-2d', '2 days']) {
    t.is(parseSince(text, now), undefined, text);
  }
});
