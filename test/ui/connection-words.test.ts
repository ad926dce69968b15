/** What the screen says of a connection: of the thing that changed, and short enough for a narrow window. */
import test from 'ava';
import { connectionAdvice, connectionBrief, resumeQuestion } from '../../source/ui/words/connection-words.js';

for (const [code, advice, question] of [
  ['store_changed', /The store looks reset; :resume/, /right store/],
  ['folder_copied', /This queue looks copied; :resume/, /original/],
  ['queue_put_back', /This queue was put back; :resume/, /not sent before/],
] as const) {
  test(`${code} is told for what it is, in a wide window, a narrow one, and before sending goes on`, (t) => {
    const connection = { state: 'changed', since: '2026-11-22T09:00:00.000Z', problem: { code, message: '' } } as const;
    t.regex(connectionAdvice(connection, 0) ?? '', advice);
    t.regex(resumeQuestion(connection), question);
    t.true(connectionBrief(connection).length <= 27, connectionBrief(connection));
  });
}

test('each says something else', (t) => {
  const briefs = ['store_changed', 'folder_copied', 'queue_put_back'].map((code) => connectionBrief({ state: 'changed', since: '', problem: { code, message: '' } }));
  t.is(new Set(briefs).size, 3);
});
