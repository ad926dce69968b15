/**
 * What the linter holds: the rules of TypeScript, the sizes, and the arrows of docs/internals/architecture.md.
 */
import { globSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { defineConfig, type DummyRuleMap } from 'oxlint';

/** Each room of source/ and those that it sees beside itself. One that is not here sees all but the screens. */
const rooms: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  platform: ['domain'],
  local: ['domain', 'platform'],
  client: ['domain', 'platform'],
  sync: ['domain', 'platform', 'local', 'client'],
  text: ['domain', 'platform'],
  app: ['domain', 'platform', 'local', 'client', 'sync', 'text'],
  tui: ['domain', 'platform', 'sync', 'text', 'app'],
  service: ['domain', 'platform'],
};

/**
 * The folders of a room from below: one sees only those before it, so no two import each other. `.` are the files
 * beside them; where it is missing, they and the folders see each other. A new folder of tui/ is named here.
 */
const floors: Readonly<Record<string, readonly string[]>> = {
  sync: ['list', 'reconcile', 'send', 'loop'],
  // The service is put together beside its folders, for `commands`, which sees all of it.
  service: ['storage', 'http', 'keys', 'pets', 'operation', '.', 'commands'],
  tui: [
    ...['words', 'input', 'state', 'models', '.', 'actions', 'components', 'output', 'terminal', 'marks', 'list'],
    ...['activity', 'queue', 'first-run', 'form', 'files', 'review', 'palette', 'view', 'pane', 'frame', 'keys', 'run'],
  ],
};

/** What stands beside the engine's public face. */
const engineFiles = globSync('*.ts', { cwd: 'source/sync', exclude: ['api.ts'] });
const folders = [...new Set(globSync('source/**/*.{ts,tsx}').map(dirname))].sort();

/** Whether the files of a folder may import those of another one, both named from the project's folder. */
function canSee(from: string, to: string): boolean {
  const [, room = '', floor = '.'] = from.split('/');
  const [, otherRoom = '', otherFloor = '.'] = to.split('/');
  if (room === 'text' && to === 'source/sync') {
    // Its public face alone: see below.
    return true;
  }

  if (otherRoom !== room) {
    return rooms[room]?.includes(otherRoom) ?? otherRoom !== 'tui';
  }

  const order = floors[room] ?? [];
  const places = [order.indexOf(otherFloor), order.indexOf(floor)] as const;
  return places.includes(-1) ? room !== 'tui' : places[0] <= places[1];
}

/** Node finds a file under its own name alone. */
const byItsName = { regex: '^\\.{1,2}/.*\\.jsx?$', message: 'Import it by the name that it has: .ts, .tsx.' };

/** What the files of a folder do not import. */
function toArrows(folder: string) {
  const [, room = ''] = folder.split('/');
  const hidden = folders.filter((other) => other !== folder && !canSee(folder, other));
  const paths = hidden.map((other) => relative(folder, other).replaceAll('.', '\\.'));
  const patterns = [
    byItsName,
    { regex: `^(${paths.join('|')})/[^/]+$`, message: `${folder} does not see that folder.` },
    { regex: '^(\\.\\./)+(test|tools)/', message: 'The program does not take in its tests.' },
    ...(room === 'tui' ? [{ regex: '^(node:)?fs|^(got|lowdb)$', message: 'Screens do no input or output.' }] : []),
    ...(room === 'text'
      ? [
          { regex: `/sync/(${engineFiles.join('|')})$`, message: 'Words see the public face of the engine.' },
          { regex: '/sync/api\\.ts$', allowTypeImports: true, message: 'Words take types alone from the engine.' },
        ]
      : []),
  ];
  return { files: [`${folder}/*`], rules: only(patterns) };
}

/** An import, as it is written, that is refused. */
type Pattern = { readonly regex: string; readonly message: string; readonly allowTypeImports?: boolean };

function only(patterns: readonly Pattern[]): DummyRuleMap {
  return { 'no-restricted-imports': ['error', { patterns: [...patterns] }] };
}

export default defineConfig({
  // Types are checked here, too: a second program that reads them all for itself takes twice as long.
  options: { typeAware: true, typeCheck: true, reportUnusedDisableDirectives: 'error' },
  plugins: ['typescript', 'import'],
  categories: { correctness: 'off' },
  // Programs to compare with are plain, as their users would write them.
  ignorePatterns: ['**/*.cjs', 'ava.config.js', 'tools/bench/peers/*.js'],
  rules: {
    'import/no-cycle': ['error', { ignoreTypes: false }],
    ...only([byItsName]),
    'no-var': 'error',
    'prefer-const': ['error', { destructuring: 'any', ignoreReadBeforeAssign: false }],
    'prefer-rest-params': 'error',
    'prefer-spread': 'error',
    'typescript/await-thenable': 'error',
    'typescript/ban-ts-comment': ['error', { minimumDescriptionLength: 10 }],
    'no-array-constructor': 'error',
    'typescript/no-array-delete': 'error',
    'typescript/no-base-to-string': 'error',
    'typescript/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
    'typescript/no-deprecated': 'error',
    'typescript/no-duplicate-enum-values': 'error',
    'typescript/no-duplicate-type-constituents': 'error',
    'typescript/no-dynamic-delete': 'error',
    'typescript/no-empty-object-type': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-extra-non-null-assertion': 'error',
    'typescript/no-extraneous-class': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-for-in-array': 'error',
    'typescript/no-generated-empty-object-type': 'error',
    'typescript/no-implied-eval': 'error',
    'typescript/no-invalid-void-type': 'error',
    'typescript/no-meaningless-void-operator': 'error',
    'typescript/no-misused-new': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/no-misused-spread': 'error',
    'typescript/no-mixed-enums': 'error',
    'typescript/no-namespace': 'error',
    'typescript/no-non-null-asserted-nullish-coalescing': 'error',
    'typescript/no-non-null-asserted-optional-chain': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/no-redundant-type-constituents': 'error',
    'typescript/no-require-imports': 'error',
    'typescript/no-this-alias': 'error',
    'typescript/no-unnecessary-boolean-literal-compare': 'error',
    'typescript/no-unnecessary-condition': 'error',
    'typescript/no-unnecessary-template-expression': 'error',
    'typescript/no-unnecessary-type-arguments': 'error',
    'typescript/no-unnecessary-type-assertion': 'error',
    'typescript/no-unnecessary-type-constraint': 'error',
    'typescript/no-unnecessary-type-conversion': 'error',
    'typescript/no-unnecessary-type-parameters': 'error',
    'typescript/no-unsafe-argument': 'error',
    'typescript/no-unsafe-assignment': 'error',
    'typescript/no-unsafe-call': 'error',
    'typescript/no-unsafe-declaration-merging': 'error',
    'typescript/no-unsafe-enum-assignment': 'error',
    'typescript/no-unsafe-enum-comparison': 'error',
    'typescript/no-unsafe-function-type': 'error',
    'typescript/no-unsafe-member-access': 'error',
    'typescript/no-unsafe-return': 'error',
    'typescript/no-unsafe-unary-minus': 'error',
    'no-unused-expressions': ['error', { allowShortCircuit: false, allowTaggedTemplates: false, allowTernary: false }],
    'no-unused-vars': ['error', { ignoreRestSiblings: true, varsIgnorePattern: '^_', argsIgnorePattern: '^_' }],
    'no-useless-constructor': 'error',
    'typescript/no-useless-default-assignment': 'error',
    'typescript/no-wrapper-object-types': 'error',
    'typescript/only-throw-error': 'error',
    'typescript/prefer-as-const': 'error',
    'typescript/prefer-literal-enum-member': 'error',
    'typescript/prefer-namespace-keyword': 'error',
    'typescript/prefer-promise-reject-errors': 'error',
    'typescript/prefer-reduce-type-parameter': 'error',
    'typescript/prefer-return-this-type': 'error',
    'typescript/related-getter-setter-pairs': 'error',
    'typescript/require-await': 'error',
    'typescript/restrict-plus-operands': [
      'error',
      { allowAny: false, allowBoolean: false, allowNullish: false, allowNumberAndString: false, allowRegExp: false },
    ],
    'typescript/restrict-template-expressions': ['error', { allowNumber: true }],
    'typescript/return-await': ['error', 'error-handling-correctness-only'],
    'typescript/triple-slash-reference': 'error',
    'typescript/unbound-method': 'error',
    'typescript/unified-signatures': 'error',
    'typescript/use-unknown-in-catch-callback-variable': 'error',
    'typescript/switch-exhaustiveness-check': 'error',
    'typescript/consistent-type-imports': 'error',
    'typescript/consistent-type-definitions': ['error', 'type'],
    eqeqeq: ['error', 'always'],
    'no-restricted-properties': [
      'error',
      { object: 'Date', property: 'now', message: 'Take a Clock (source/platform/time/clock.ts).' },
      { object: 'Math', property: 'random', message: 'Take a random source as an argument.' },
    ],
  },
  overrides: [
    ...folders.map(toArrows),
    // Where the screens are opened, and their keys are read.
    { files: ['source/cli/commands/open-app.ts', 'source/cli/run/own-keys.ts'], rules: only([byItsName]) },
    {
      files: ['source/{cli,app,text,tui,client,platform,domain,service}/**'],
      rules: { 'max-lines': ['error', 300], 'max-lines-per-function': ['error', 100], 'no-nested-ternary': 'error' },
    },
    {
      files: ['source/sync/**'],
      rules: { 'no-nested-ternary': 'error' },
    },
    {
      files: ['source/local/**'],
      rules: { 'max-lines': ['error', 300] },
    },
    {
      // What is beyond these limits still; the lists only get shorter.
      files: ['source/tui/run/run-app.tsx'],
      rules: { 'max-lines': 'off' },
    },
    {
      files: ['source/tui/{input/key-stream.ts,run/run-app.tsx}'],
      rules: { 'max-lines-per-function': 'off' },
    },
    {
      files: ['source/text/{animal/animal-columns,queue/outcome-text}.ts', 'source/tui/first-run/connect.ts'],
      rules: { 'no-nested-ternary': 'off' },
    },
    {
      // Pure layers see no environment: settings arrive as arguments.
      files: ['source/{domain,text,sync,local,client,tui,app}/**'],
      rules: {
        'no-restricted-properties': [
          'error',
          {
            object: 'process',
            property: 'env',
            message: 'Settings arrive as arguments; only cli.ts and platform/ read the environment.',
          },
          { object: 'Date', property: 'now', message: 'Take a Clock (source/platform/time/clock.ts).' },
          { object: 'Math', property: 'random', message: 'Take a random source as an argument.' },
        ],
      },
    },
    { files: ['source/platform/**', 'test/**', 'tools/**', '*.js'], rules: { 'no-restricted-properties': 'off' } },
    // Non-null assertions in tests fail the test, which is what is wanted there.
    { files: ['test/**', 'tools/**'], rules: { 'typescript/no-non-null-assertion': 'off' } },
  ],
});
