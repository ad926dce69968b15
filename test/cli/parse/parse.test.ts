import test from 'ava';
import { Failure } from '../../../source/cli/run/failure.ts';
import { parseCommandLine } from '../../../source/cli/parse/parse.ts';
import { commandTable } from '../../../source/cli/table/table.ts';

const parse = (line: string) =>
  parseCommandLine(
    line.split(' ').filter((word) => word !== ''),
    commandTable,
  );
const refusal = (line: string): string => {
  try {
    parse(line);
  } catch (error) {
    if (error instanceof Failure) {
      return `${error.exit} ${error.problem.message}`;
    }

    throw error;
  }

  return 'accepted';
};

test('flags for every command stand before the command or after it', (t) => {
  for (const line of [
    '--profile staging list -L 3',
    'list -L 3 --profile staging',
    'list --profile=staging --limit=3',
  ]) {
    const { command, input } = parse(line);
    t.deepEqual([command?.words, input.text('profile'), input.count('limit')], [['list'], 'staging', 3], line);
  }
});

test('the first word of a group alone means its default', (t) => {
  t.deepEqual(parse('queue').command?.words, ['queue', 'list']);
  t.deepEqual(parse('profile --json').command?.words, ['profile', 'list']);
  t.deepEqual(parse('queue adopt Q-1 42').input.arguments, ['Q-1', '42']);
});

test('a flag with a value may stand between the words of a command', (t) => {
  const { command, input } = parse('queue --state review');
  t.deepEqual([command?.words, input.text('state')], [['queue', 'list'], 'review']);
  t.deepEqual(parse('keys --database x list').input.text('database'), 'x');
});

test('no flag takes a value in one command and none in another', (t) => {
  const flags = commandTable.flatMap((each) => each.flags ?? []);
  const withValue = new Set(flags.filter(({ value }) => value !== undefined).map(({ name }) => name));
  t.deepEqual(
    flags.filter(({ name, value }) => value === undefined && withValue.has(name)),
    [],
  );
});

test('negative numbers are values and not flags', (t) => {
  t.deepEqual(parse('get -5 -- -6').input.arguments, ['-5', '-6']);
  t.is(parse('add --name x --category -7').input.text('category'), '-7');
});

test('what follows -- is no flag', (t) => {
  t.deepEqual(parse('help -- list --json').input.arguments, ['list', '--json']);
});

test('the whole int64 range is taken, and nothing beyond it', (t) => {
  t.deepEqual(parse('get 9223372036854775807 -9223372036854775808').input.arguments, [
    '9223372036854775807',
    '-9223372036854775808',
  ]);
  for (const id of ['9223372036854775808', '-9223372036854775809', 'abc', '1.5', '1e3', '0x10', '+5', 'Q-', 'Q-x']) {
    t.regex(refusal(`get ${id}`), /^2 ID must be an id such as 42/, id);
  }
});

test('every refusal says what is wrong and where to look', (t) => {
  const refusals: readonly (readonly [line: string, words: RegExp])[] = [
    ['lsit', /no command "lsit"\. Did you mean "list"\?/],
    ['queue adpot Q-1 1', /Did you mean "adopt"\?/],
    ['xyzzy', /no command "xyzzy"\. See `petstore help`/],
    ['auth', /needs one of: login, logout/],
    ['list --statsu sold', /no flag "--statsu" for `list`\. Did you mean "--status"\?/],
    ['list -x', /no flag "-x"/],
    ['list --status', /--status needs a value: --status=STATUS/],
    ['add --name --category 3', /--name needs a value/],
    [
      'list --status avaliable',
      /must be one of available, pending, sold; "avaliable" is not\. Did you mean "available"\?/,
    ],
    ['list --offline=yes', /--offline takes no value/],
    ['list -L 0', /--limit must be a whole number from 1/],
    ['sync --timeout soon', /--timeout must be a length of time/],
    ['serve --port 70000', /--port must be a port number/],
    ['get', /needs ID: a pet id/],
    ['queue reopen', /needs Q-ID/],
    ['list extra', /takes no arguments; "extra" is one too many/],
    ['profile use a b', /takes no more arguments/],
    ['profile add x', /needs --base-url URL/],
    ['profile add x http://a/v1', /"http:\/\/a\/v1" is one too many\. Did you mean "--base-url http:\/\/a\/v1"\?/],
    ['list sold', /"sold" is one too many\. Did you mean "--status sold"\?/],
    ['completion tcsh', /SHELL must be one of bash, zsh, fish/],
    ['list --format xml', /--format must be one of table, csv, ndjson/],
  ];
  for (const [line, words] of refusals) {
    t.regex(refusal(line), new RegExp(`^2 .*${words.source}`), line);
  }
});

test('an empty name is refused, a long one is not', (t) => {
  const withName = (name: string) => () => parseCommandLine(['add', '--name', name, '--category', '1'], commandTable);
  t.throws(withName(''), { instanceOf: Failure });
  t.throws(withName('   '), { instanceOf: Failure });
  t.is(withName('x'.repeat(5000))().input.text('name')?.length, 5000);
});

const serveWith = (line: string, variables: Readonly<Record<string, string>>) =>
  parseCommandLine(line.split(' '), commandTable, variables).input;

test('each flag of serve can be given as a variable; the flag wins, and an empty variable is none', (t) => {
  const flags = commandTable.find(({ words }) => words.join() === 'serve')?.flags ?? [];
  t.true(flags.length >= 12 && flags.every(({ variable }) => variable === true));
  const variables = {
    PETSTORE_HOST: '::',
    PETSTORE_PORT: '9000',
    PETSTORE_TLS_CERT: '',
    PETSTORE_BEHIND_TLS_PROXY: 'on',
    PETSTORE_REMOVE_GET_PET: 'off',
  };
  const input = serveWith('serve --port 0', variables);
  t.deepEqual([input.text('host'), input.text('port')], ['::', '0']);
  t.deepEqual(
    ['tls-cert', 'behind-tls-proxy', 'remove-get-pet'].map((name) => input.has(name)),
    [false, true, false],
  );
  t.is(serveWith('keys list', { PETSTORE_DATABASE: 'pets.sqlite' }).text('database'), 'pets.sqlite');
  t.false(serveWith('list', variables).has('port'));
});

test('a variable with a bad value is refused by its name, unless a flag takes its place', (t) => {
  const refused = { code: 'usage' };
  for (const [name, value, message] of [
    ['PETSTORE_PORT', 'tcp://10.0.0.1:8787', /^PETSTORE_PORT must be a port number/],
    ['PETSTORE_BEHIND_TLS_PROXY', 'yes', /^PETSTORE_BEHIND_TLS_PROXY must be one of on, off/],
    ['PETSTORE_LOG_LEVEL', 'loud', /^PETSTORE_LOG_LEVEL must be one of debug/],
  ] as const) {
    const failure = t.throws(() => serveWith('serve', { [name]: value }), { instanceOf: Failure });
    t.like(failure.problem, refused);
    t.regex(failure.problem.message, message);
  }
  t.notThrows(() => serveWith('serve --port 0', { PETSTORE_PORT: 'x' }));
});
