import { execFileSync } from 'node:child_process';
import { dirname, join, normalize } from 'node:path';
import test from 'ava';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import packageJson from '../../package.json' with { type: 'json' };
import { readDocument } from '../docs/document.js';

test('the package says of itself what is true', async (t) => {
  const { messages, pkg } = await publint({ pkgDir: '.', pack: 'npm' });
  t.deepEqual(
    messages.map((message) => formatMessage(message, pkg)),
    [],
  );
});

const [packed] = JSON.parse(execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { encoding: 'utf8' })) as { files: { path: string }[] }[];
const files = packed?.files.map(({ path }) => path) ?? [];

test('the package holds the program, its data, its documents and nothing else', (t) => {
  const folders = new Set(files.map((path) => path.replace(/^(dist|data|docs)\/.*/, '$1/')));
  t.deepEqual([...folders].sort(), ['CHANGELOG.md', 'CONTRIBUTING.md', 'LICENSE', 'README.md', 'data/', 'dist/', 'docs/', 'package.json']);
  for (const path of ['dist/cli.js', 'dist/petstore.1', 'data/demo-pets.json', 'data/openapi.yaml', 'data/petstore.service', 'docs/service.md']) {
    t.true(files.includes(path), path);
  }
});

test('no link or picture of a packed document leads out of the package', (t) => {
  for (const path of files.filter((file) => file.endsWith('.md'))) {
    for (const link of readDocument(path).links.filter((each) => !/^(?:https?:|#)/.test(each))) {
      t.true(files.includes(normalize(join(dirname(path), link.replace(/#.*/, '')))), `${path}: ${link}`);
    }
  }
});

test('an installed petstore brings one package along, for the keychain, and runs without it', (t) => {
  t.false('dependencies' in packageJson);
  t.deepEqual(Object.keys(packageJson.optionalDependencies), ['@napi-rs/keyring']);
  t.regex(packageJson.optionalDependencies['@napi-rs/keyring'], /^\d+\.\d+\.\d+$/);
});
