/** What the screen says of a connection: of the thing that changed, and short enough for a narrow window. */
import test from 'ava';
import type { Connection } from '../../source/domain/connection.ts';
import { connectionAdvice, resumeQuestion } from '../../source/tui/words/connection-text.ts';
import type { EntryState } from '../../source/domain/entry.ts';
import { foldEntry } from '../../source/local/queue/fold-entry.ts';
import { farewellText } from '../../source/tui/words/outcome-text.ts';
import { makeEntries, sceneTime } from './fixture/scene.ts';

const facts = {
  address: 'http://store.example/v1',
  correction: ':address corrects it',
  hasKey: true,
  add: 'a',
  hasAnswered: true,
};
const changed = (code: string): Connection => ({
  state: 'changed',
  since: '2026-11-22T09:00:00.000Z',
  problem: { code, message: '' },
});

for (const [code, advice, question] of [
  ['store_changed', /It looks reset/, /right store/],
  ['queue_copied', /^Queue copied or restored: :resume confirms it. Until then nothing is sent/, /go on from here/],
  ['key_changed', /What waits was queued under another key/, /this key/],
] as const) {
  test(`${code} is told for what it is, in a wide window, a narrow one, and before sending goes on`, (t) => {
    const text = connectionAdvice(changed(code), 0, facts) ?? '';
    t.regex(text, advice);
    t.regex(resumeQuestion(changed(code)), question);
    t.true(text.length <= 79, 'in a window of 80 columns');
    t.true(text.slice(0, 38).includes(':resume'), 'the end is cut where there is no room');
  });
}

test('a next try whose time has come is not told as a time that is past', (t) => {
  const connection: Connection = {
    state: 'offline',
    since: '2026-11-22T09:00:00.000Z',
    nextTryAt: '2026-11-22T09:05:00.000Z',
  };
  const told = (at: string): string => connectionAdvice(connection, Date.parse(at), facts) ?? '';
  t.regex(told('2026-11-22T09:04:59.000Z'), /Next try \d\d:05:00\.$/);
  t.regex(told('2026-11-22T09:06:00.000Z'), /Next try now\.$/);
});

const since = new Date(sceneTime).toISOString();
const [shadow] = makeEntries();
const inState = (...states: readonly EntryState[]) => states.map((state) => ({ ...foldEntry(shadow![0], []), state }));

const told = (states: readonly EntryState[], connection: Connection, otherSender = false) =>
  farewellText('main', { entries: inState(...states), connection, otherSender }, sceneTime);
const online = { state: 'online', since } as const;
const byChoice = { state: 'working-offline', since } as const;

test('whoever leaves is told in one line what still waits, and what sends it', (t) => {
  t.is(told(['created', 'discarded'], online), undefined);
  t.is(
    told(['queued'], online),
    '1 animal is queued: it is sent while main is open, or by `petstore sync --profile main`.',
  );
  t.is(
    told(['queued', 'checking', 'rejected', 'review', 'held'], online),
    '1 animal is queued, 1 animal is being checked: they are seen to while main is open, or by `petstore sync --profile main`. 2 animals need you: `petstore queue`. 1 animal is held.',
  );
  t.is(
    told(['queued'], byChoice),
    '1 animal is queued: offline by choice since 11:05, until `petstore online --profile main`.',
  );
  t.is(told([], byChoice), 'You are working offline by choice since 11:05, until `petstore online --profile main`.');
});

test('whoever leaves while another petstore sends is not told that the next start does', (t) => {
  t.is(
    told(['queued', 'checking', 'held'], online, true),
    '1 animal is queued, 1 animal is being checked: another petstore is sending them just now. 1 animal is held.',
  );
  t.is(
    told(['queued'], byChoice, true),
    '1 animal is queued: offline by choice since 11:05, until `petstore online --profile main`.',
  );
  const offline = { state: 'offline', since, problem: { code: 'offline', message: 'It is away.' } } as const;
  t.is(
    told(['queued'], offline, true),
    '1 animal is queued: it is sent while main is open, or by `petstore sync --profile main`.',
  );
});
