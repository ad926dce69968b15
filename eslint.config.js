import tseslint from 'typescript-eslint';

/** Whoever follows an import lands on an exported name; a comment right above it says what it is. */
const documentedExports = {
  create: ({ sourceCode, report }) => ({
    'ExportNamedDeclaration[declaration]': (node) => {
      if (!sourceCode.getCommentsBefore(node).some(({ type, value }) => type === 'Block' && value.startsWith('*'))) {
        report({ node, message: 'Say in a /** comment */ what this is: its shape, unit, error or reason, not its name again.' });
      }
    },
  }),
};

// Types and import arrows are checked by tsc and dependency-cruiser; this file only adds what they cannot see.
export default tseslint.config(
  // The peers the benchmarks measure against are plain programs, as their users would write them.
  { ignores: ['dist/', '**/*.cjs', 'eslint.config.js', 'ava.config.js', 'test/mutation/stryker.config.mjs', '.stryker/', 'bench/peers/**/*.js'] },
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/consistent-type-definitions': ['error', 'type'],
      // Numbers and ids in messages are meant as they print.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: 'Take a Clock (source/platform/time/clock.ts).' },
        { object: 'Math', property: 'random', message: 'Take a random source as an argument.' },
      ],
      eqeqeq: 'error',
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true, varsIgnorePattern: '^_', argsIgnorePattern: '^_' }],
    },
  },
  {
    files: ['source/**'],
    plugins: { petstore: { rules: { 'documented-exports': documentedExports } } },
    rules: { 'petstore/documented-exports': 'error' },
  },
  {
    // Pure layers see no environment: settings arrive as arguments.
    files: ['source/{domain,text,sync,local,client,tui,app}/**'],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Settings arrive as arguments; only cli.ts and platform/ read the environment.' },
        { object: 'Date', property: 'now', message: 'Take a Clock (source/platform/time/clock.ts).' },
        { object: 'Math', property: 'random', message: 'Take a random source as an argument.' },
      ],
    },
  },
  {
    files: ['source/platform/**', 'test/**', 'scripts/**', 'bench/**', '*.js'],
    rules: { 'no-restricted-properties': 'off' },
  },
  {
    // Non-null assertions in tests fail the test, which is what is wanted there.
    files: ['test/**', 'bench/**'],
    rules: { '@typescript-eslint/no-non-null-assertion': 'off' },
  },
);
