import test from 'ava';
import { labelled } from '../../../source/cli/run/output.ts';
import { wrapSentence } from '../../../source/text/wrap-cells.ts';

test('a sentence is broken at blanks, and what is copied stays in one piece', (t) => {
  t.deepEqual(wrapSentence('Q-1 is kept: `petstore queue edit Q-1 --category ID` corrects it.', 46), [
    'Q-1 is kept:',
    '`petstore queue edit Q-1 --category ID`',
    'corrects it.',
  ]);
  // A terminal goes on in the next row, and copies the two as one.
  const path = `/home/${'x'.repeat(40)}/queue.json`;
  t.deepEqual(wrapSentence(`The file ${path} is kept.`, 20), ['The file', path, 'is kept.']);
  t.deepEqual(wrapSentence(`An odd \` in a name is no command`, 20), ['An odd ` in a name', 'is no command']);
});

test('the text behind a label stays behind it in every line', (t) => {
  t.deepEqual(labelled('Queue', '2 queued, 1 held, not all of it can be read', 8, 30), [
    'Queue   2 queued, 1 held, not',
    '        all of it can be read',
  ]);
  t.deepEqual(labelled('Key', '', 8, 30), ['Key     ']);
});
