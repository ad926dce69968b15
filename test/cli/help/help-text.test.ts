import test from 'ava';
import { toHelp, topicText, commandGroups, sharedPurposes } from '../../../source/cli/help/help-text.ts';
import { topicNames } from '../../../source/cli/help/help-topics.ts';
import { toKeysText } from '../../../tools/build/keys-text.ts';
import { toManPage } from '../../../tools/build/man-page.ts';
import { parseCommandLine } from '../../../source/cli/parse/parse.ts';
import { commandTable } from '../../../source/cli/table/table.ts';
import { cellWidth } from '../../../source/platform/text/terminal-text.ts';
import { runHere } from '../../helpers/run-here.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

test('every help fits 80 columns', (t) => {
  const all = [
    [],
    ...commandTable.map((command) => command.words),
    ...commandTable.map(({ words }) => words.slice(0, 1)),
  ];
  const texts = [...all.map((words) => toHelp(words, commandTable)), ...topicNames.map(topicText), toKeysText()];
  t.deepEqual(
    texts.flatMap((text) => text.split('\n')).filter((line) => cellWidth(line) > 80),
    [],
  );
});

test('every command has an example, says what its arguments are, and can be loaded', async (t) => {
  for (const command of commandTable) {
    const help = toHelp(command.words, commandTable);
    t.regex(help, /\nExamples\n {2}petstore /, command.words.join(' '));
    for (const { name } of command.arguments ?? []) {
      t.regex(help, new RegExp(`\\n {2}${name} +\\w`));
    }

    t.is(typeof (await command.load()), 'function', command.words.join(' '));
  }
});

test('the overview has each command once, in a group, and says what those with several verbs are about', (t) => {
  const words = [...new Set(commandTable.map((command) => command.words[0] ?? ''))];
  t.deepEqual(commandGroups.flatMap(([, grouped]) => grouped).sort(), words.sort());
  const overview = toHelp([], commandTable);
  t.true(topicNames.every((name) => overview.includes(name)));
  const shared = words.filter((word) => commandTable.some((command) => command.words[0] === word && command.words[1]));
  t.deepEqual(Object.keys(sharedPurposes).sort(), shared);
});

test('each example is a command line that petstore takes', (t) => {
  const lines = commandTable.flatMap(({ examples }) => examples).filter((example) => !/[|<>$;&\\]/.test(example));
  t.true(lines.length > 60);
  for (const line of lines) {
    const words = Array.from(line.matchAll(/'([^']*)'|"([^"]*)"|\S+/g), ([word, one, two]) => one ?? two ?? word);
    t.notThrows(() => parseCommandLine(words, commandTable, {}), line);
  }
});

test('short flags as people know them: -V and -h; --quiet has none, as -q is the query of a list', async (t) => {
  const home = temporaryFolder(t);
  t.like(await runHere(home, ['--version']), { code: 0, stderr: '' });
  t.deepEqual(await runHere(home, ['-V']), await runHere(home, ['--version']));
  t.deepEqual(await runHere(home, ['add', '-h']), await runHere(home, ['add', '--help']));
  const env = { PETSTORE_BASE_URL: 'http://127.0.0.1:1/v1' };
  const add = ['add', 'Luna', '2', '--no-wait'];
  t.regex((await runHere(home, add, { env })).stderr, /Queued as Q-1/);
  t.is((await runHere(home, [...add, '--quiet'], { env })).stderr, '');
  t.regex((await runHere(home, [...add, '-q'], { env })).stderr, /There is no flag "-q" for `add`/);
  t.regex((await runHere(home, ['list', '-q', 'Luna', '--offline'], { env })).stdout, /^Q-1\tLuna/);
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
  const lines = toManPage('1.2.3').split('\n');
  for (const { words } of commandTable) {
    t.true(lines.includes(`.SS ${words.join(' ').replaceAll('-', '\\-')}`), words.join(' '));
  }

  t.deepEqual(
    lines.filter((line) => /^[.']/.test(line) && !/^\.(TH|SH|SS|PP|PD|TP|B|nf|fi)\b/.test(line)),
    [],
  );
  for (const title of ['EXAMPLES', 'FILES', 'BUGS', 'SEE ALSO']) {
    t.true(lines.includes(`.SH ${title}`), title);
  }
});
