/** What the screen says of a connection: of the thing that changed, and short enough for a narrow window. */
import test from 'ava';
import type { Connection } from '../../source/domain/connection.js';
import { connectionTexts, resumeQuestions } from '../../source/tui/words/connection-text.js';

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
  ['store_changed', /The store looks reset; sending waits until :resume/, /right store/],
  ['queue_copied', /This queue was copied or restored; sending waits until :resume/, /go on from here/],
  ['key_changed', /another key; :resume sends them here. New animals are sent/, /this key/],
  ['id_given_twice', /one id twice; sending waits until :resume/, /right store/],
] as const) {
  test(`${code} is told for what it is, in a wide window, a narrow one, and before sending goes on`, (t) => {
    const [long = '', brief = ''] = connectionTexts(changed(code), 0, facts);
    t.regex(long, advice);
    t.regex(resumeQuestions(changed(code)).join(), question);
    t.true(brief.length <= 27, brief);
  });
}

test('a next try whose time has come is not told as a time that is past', (t) => {
  const connection: Connection = {
    state: 'offline',
    since: '2026-11-22T09:00:00.000Z',
    nextTryAt: '2026-11-22T09:05:00.000Z',
  };
  const told = (at: string): string => connectionTexts(connection, Date.parse(at), facts)[0] ?? '';
  t.regex(told('2026-11-22T09:04:59.000Z'), /Next try \d\d:05:00\.$/);
  t.regex(told('2026-11-22T09:06:00.000Z'), /Next try now\.$/);
});
