import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import test from 'ava';
import packageJson from '../../package.json' with { type: 'json' };
import { readDocument } from '../docs/document.ts';
import { packProject } from './pack-project.ts';

const tarball = packProject();
const files = execFileSync('tar', ['-tzf', tarball], { encoding: 'utf8', timeout: 60_000 })
  .trim()
  .split('\n')
  .map((path) => path.replace(/^package\//, ''));

test('the package holds the program, its data, what users and operators read, and nothing else', (t) => {
  const folders = new Set(files.map((path) => path.replace(/^(dist|data|docs)\/.*/, '$1/')));
  t.deepEqual([...folders].sort(), [
    'CHANGELOG.md',
    'LICENSE',
    'README.md',
    'SECURITY.md',
    'data/',
    'dist/',
    'docs/',
    'package.json',
  ]);
  for (const path of [
    'dist/cli.js',
    'dist/petstore.1',
    'dist/licenses.txt',
    'dist/bom.json',
    'dist/openapi-3.0.yaml',
    'data/demo-pets.json',
    'data/openapi.yaml',
    'data/petstore@.service',
    'data/petstore-backup@.timer',
    'data/Containerfile',
    'data/prometheus-rules.yml',
    'data/grafana-dashboard.json',
    'data/failover/patroni.yml',
    'docs/service.md',
  ]) {
    t.true(files.includes(path), path);
  }

  t.deepEqual(
    files.filter((path) => path.startsWith('docs/internals/')),
    [],
    'these are for contributors',
  );
});

test('no link or picture of a packed document leads out of the package, but the one for contributors', (t) => {
  for (const path of files.filter((file) => file.endsWith('.md'))) {
    for (const link of readDocument(path).links.filter((each) => !/^(?:https?:|#|CONTRIBUTING\.md$)/.test(each))) {
      t.true(files.includes(normalize(join(dirname(path), link.replace(/#.*/, '')))), `${path}: ${link}`);
    }
  }
});

test('an installed petstore brings one package along, for the keychain, and runs without it', (t) => {
  t.false('dependencies' in packageJson);
  t.deepEqual(Object.keys(packageJson.optionalDependencies), ['@napi-rs/keyring']);
  t.regex(packageJson.optionalDependencies['@napi-rs/keyring'], /^\d+\.\d+\.\d+$/);
});

type Component = {
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly licenses: readonly object[];
  readonly hashes: readonly { readonly alg: string; readonly content: string }[];
};
type Bill = {
  readonly bomFormat: string;
  readonly specVersion: string;
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly dependsOn: readonly string[] }[];
};

test('the package has a bill of the packages whose code it holds, each with its licence and the digest of what npm delivers', (t) => {
  const bill = JSON.parse(readFileSync('dist/bom.json', 'utf8')) as Bill;
  t.like(bill, {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    metadata: { component: { name: packageJson.name, version: packageJson.version } },
  });
  const names = bill.components.map(({ name }) => name);
  for (const name of ['react', 'ink', 'yoga-layout', 'zod', 'got', 'fastify', 'pg', '@sindresorhus/is']) {
    t.true(names.includes(name), name);
  }
  for (const name of ['oxlint', 'ava', 'rolldown', '@napi-rs/keyring', 'react-devtools-core']) {
    t.false(names.includes(name), `${name} is not in the program`);
  }

  for (const { name, version, purl, licenses, hashes } of bill.components) {
    t.is(purl, `pkg:npm/${name.replace('@', '%40')}@${version}`);
    t.is(licenses.length, 1, name);
    t.regex(hashes[0]?.content ?? '', /^[0-9a-f]{128}$/, name);
  }
  t.deepEqual(
    bill.dependencies[0]?.dependsOn,
    bill.components.map(({ purl }) => purl),
  );

  const licenses = readFileSync('dist/licenses.txt', 'utf8');
  for (const { name, version } of bill.components) {
    t.true(licenses.includes(`\n${name} ${version} (`), name);
  }
  // Under each rule the names of packages, and then words of a licence with whose it is.
  for (const part of licenses.split(/^-{100}$/m).slice(1)) {
    t.regex(part, /copyright[^]*(?:permission|redistribution|license)/i, part.slice(0, 200));
  }
});
