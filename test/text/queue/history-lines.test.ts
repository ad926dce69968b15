import test from 'ava';
import type { EntryRecord } from '../../../source/domain/record.ts';
import type { Int64 } from '../../../source/domain/int64.ts';
import { historyLines } from '../../../source/text/queue/history-lines.ts';

const at = (seconds: number): string => new Date(Date.UTC(2026, 10, 21, 23, 35, seconds)).toISOString();
const entered = (seconds: number): EntryRecord => ({
  kind: 'entered',
  at: at(seconds),
  localId: 'Q-1',
  body: '{}',
  key: 'k',
});
const attempt = (seconds: number): EntryRecord =>
  ({ kind: 'attempt', at: at(seconds), uptime: 1, process: 'host 1', honoured: true }) as EntryRecord;
const lost = (seconds: number): EntryRecord => ({
  kind: 'outcome',
  at: at(seconds),
  attempt: 1,
  result: { type: 'unknown', problem: { code: 'network', message: 'shop.example broke the connection (ECONNRESET).' } },
});
const refused = (seconds: number, message: string): EntryRecord => ({
  kind: 'outcome',
  at: at(seconds),
  attempt: 1,
  result: { type: 'rejected', problem: { code: 'rejected', message } },
});
test('the newest comes first, and what came again and again is told once with its times', (t) => {
  const history = [
    entered(20),
    attempt(22),
    lost(23),
    attempt(26),
    lost(27),
    attempt(30),
    lost(31),
    attempt(37),
    lost(38),
  ];
  t.deepEqual(historyLines(history), [
    { at: at(38), first: at(22), text: 'sent 4 times, each answer lost (ECONNRESET)' },
    { at: at(20), text: 'entered here' },
  ]);
  t.is(historyLines(history, { withProcess: true })[0]?.text, 'sent 4 times, by host 1, each answer lost (ECONNRESET)');
});

test('what happened once is told as it is, and what was left out is counted', (t) => {
  const leftOut: EntryRecord = { kind: 'left-out', at: at(1), events: 60, attempts: 20, body: '{}', key: 'k' };
  t.deepEqual(
    historyLines([entered(0), leftOut, attempt(2), lost(3)]).map(({ text }) => text),
    [
      'the answer was lost: shop.example broke the connection (ECONNRESET).',
      'sent',
      '60 events in between, which are not kept',
      'entered here',
    ],
  );
});

test('a refusal that stands above is not told again, and another one is', (t) => {
  const history = [entered(0), attempt(1), refused(2, 'name: too long'), attempt(3), refused(4, 'name: not nice')];
  t.deepEqual(
    historyLines(history, { told: 'name: not nice' }).map(({ text }) => text),
    ['rejected', 'sent', 'rejected: name: too long', 'sent', 'entered here'],
  );
});

test('whoever takes back what petstore found is not told that it was an answer of theirs', (t) => {
  const pet = { id: '7' as Int64, name: 'Rex', categoryId: '1' as Int64 };
  const lines = historyLines([
    { kind: 'adopted', at: at(20), by: 'engine', pet, evidence: '#7 is the only new one.' },
    { kind: 'reopened', at: at(30) },
  ]);
  t.deepEqual(
    lines.map(({ text }) => text),
    ['you took that back', 'it is #7 (#7 is the only new one.)'],
  );
});

test('what was like it right after the answer was lost is told as what may be it', (t) => {
  const saw = (...ids: readonly string[]): string | undefined =>
    historyLines([{ kind: 'looked-at-once', at: at(1), ids: ids as Int64[] }])[0]?.text;
  t.is(saw(), 'checked the list right away: not there yet');
  t.is(saw('7'), 'checked the list right away: it may be #7');
  t.is(saw('7', '9'), 'checked the list right away: it may be #7, or #9');
});
