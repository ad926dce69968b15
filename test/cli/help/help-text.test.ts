import { readdirSync } from 'node:fs';
import test from 'ava';
import { toHelp } from '../../../source/cli/help/help-text.js';
import { topicNames, topics } from '../../../source/cli/help/help-topics.js';
import { toKeysText } from '../../../source/cli/help/help-keys.js';
import { toManPage } from '../../../source/cli/help/man-page.js';
import { commandTable } from '../../../source/cli/table/table.js';
import { cellWidth } from '../../../source/platform/text/terminal-text.js';
import { runHere } from '../../helpers/run-here.js';
import { temporaryFolder } from '../../helpers/temporary-folder.js';

const visible = commandTable.filter((command) => command.hidden !== true);

test('version is --version, in every format, and takes nothing', async (t) => {
  const home = temporaryFolder(t);
  for (const flags of [[], ['--json'], ['--format', 'ndjson'], ['--format', 'table']]) {
    t.deepEqual(
      await runHere(home, ['version', ...flags]),
      await runHere(home, ['--version', ...flags]),
      flags.join(' '),
    );
  }

  t.regex((await runHere(home, ['version'])).stdout, /^\d+\.\d+\.\d+/);
  t.is((await runHere(home, ['version', '2'])).code, 2);
  t.deepEqual(readdirSync(home), []);
});

test('every help fits 80 columns', (t) => {
  const texts = [
    [],
    ...visible.map((command) => command.words),
    ...visible.map((command) => command.words.slice(0, 1)),
  ].map((words) => toHelp(words, commandTable));
  for (const text of [...texts, ...Object.values(topics), toKeysText()]) {
    t.deepEqual(
      text.split('\n').filter((line) => cellWidth(line) > 80),
      [],
    );
  }
});

test('every command has an example, says what its arguments are, and can be loaded', async (t) => {
  for (const command of visible) {
    const help = toHelp(command.words, commandTable);
    t.regex(help, /\nExamples\n {2}petstore /, command.words.join(' '));
    for (const { name } of command.arguments ?? []) {
      t.regex(help, new RegExp(`\\n {2}${name} +\\w`));
    }

    t.is(typeof (await command.load()), 'function', command.words.join(' '));
  }
});

test('the overview names every command and topic', (t) => {
  const overview = toHelp([], commandTable);
  for (const word of [...visible.flatMap((command) => command.words), ...topicNames]) {
    t.true(overview.includes(word), word);
  }
});

test('no two flags of a command share a name or a letter', (t) => {
  for (const { words, flags = [] } of commandTable) {
    const names = flags.flatMap(({ name, short }) => (short === undefined ? [name] : [name, short]));
    t.is(new Set(names).size, names.length, words.join(' '));
  }
});

test('help on what does not exist suggests what does', (t) => {
  t.throws(() => toHelp(['exit-code'], commandTable), { message: /Did you mean "exit-codes"\?/ });
  t.throws(() => toHelp(['queue', 'adpot'], commandTable), { message: /Did you mean "queue adopt"\?/ });
});

test('the manual page holds every command and no line that roff would take for a request', (t) => {
  const lines = toManPage(commandTable, toKeysText()).split('\n');
  for (const { words } of visible) {
    t.true(lines.includes(`.SS ${words.join(' ').replaceAll('-', '\\-')}`), words.join(' '));
  }

  t.deepEqual(
    lines.filter((line) => /^[.']/.test(line) && !/^\.(TH|SH|SS|PP|TP|B|nf|fi)\b/.test(line)),
    [],
  );
});
