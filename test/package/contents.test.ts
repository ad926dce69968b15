import { execFileSync } from 'node:child_process';
import test from 'ava';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import packageJson from '../../package.json' with { type: 'json' };

test('the package says of itself what is true', async (t) => {
  const { messages, pkg } = await publint({ pkgDir: '.', pack: 'npm' });
  t.deepEqual(
    messages.map((message) => formatMessage(message, pkg)),
    [],
  );
});

test('the package holds the program, its data and nothing else', (t) => {
  const [packed] = JSON.parse(execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { encoding: 'utf8' })) as { files: { path: string }[] }[];
  const folders = new Set(packed?.files.map(({ path }) => path.replace(/^(dist|data)\/.*/, '$1/')));
  t.deepEqual([...folders].sort(), ['CHANGELOG.md', 'LICENSE', 'README.md', 'data/', 'dist/', 'package.json'].filter((name) => folders.has(name)));
  for (const path of ['dist/cli.js', 'dist/petstore.1', 'data/demo-pets.json', 'data/openapi.yaml']) {
    t.true(packed?.files.some((file) => file.path === path), path);
  }
});

test('an installed petstore brings one package along, for the keychain, and runs without it', (t) => {
  t.false('dependencies' in packageJson);
  t.deepEqual(Object.keys(packageJson.optionalDependencies), ['@napi-rs/keyring']);
  t.regex(packageJson.optionalDependencies['@napi-rs/keyring'], /^\d+\.\d+\.\d+$/);
});
