import test from 'ava';
import { createOutput, type Line, toFactLines } from '../../../source/cli/run/output.ts';
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

test('the text behind a label stays behind it in every line', async (t) => {
  let text = '';
  const stdout = { write: (written: string) => (text += written) } as unknown as NodeJS.WriteStream;
  const print = async (lines: readonly Line[]): Promise<readonly string[]> => {
    text = '';
    const terminal = { stdin: true, stdout: true, stderr: true, columns: 30 };
    const output = createOutput({ stdout, stderr: stdout, terminal, format: undefined, quiet: false, verbose: false });
    await output.print({ json: {}, screen: { lines } });
    return text.split('\n').slice(0, -1);
  };
  const facts = [
    ['Queue', '2 queued, 1 held, not all of it can be read'],
    ['', 'Run `petstore queue`.'],
    ['Key', 'two  blanks'],
  ] as const;
  t.deepEqual(await print(['Heading', ...toFactLines(facts, ' ')]), [
    'Heading',
    ' Queue  2 queued, 1 held, not',
    '        all of it can be read',
    '        Run `petstore queue`.',
    ' Key    two  blanks',
  ]);
});
