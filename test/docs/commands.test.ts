/** Runs what the documents tell their readers to type; see `run-blocks.ts` for what stands in for the reader. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, cpSync, existsSync, readdirSync, readFileSync, utimesSync } from 'node:fs';
import { join, resolve } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { copyProject } from './copy-project.ts';
import { freePort } from '../helpers/free-port.ts';
import { startServiceProcess } from '../helpers/program.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { documentPaths, readDocument } from './document.ts';
import { installProgram } from './install-program.ts';
import { type Reader, runBlocks } from './run-blocks.ts';

/** Digests of what the readers of README.md and of CONTRIBUTING.md packed. */
const packed: string[] = [];
/** What the reader of README.md built. */
const built = join(temporaryFolder({ teardown: (end) => test.after.always(end) }), 'dist');

test('README.md: what a user types works', async (t) => {
  const store = await startServiceProcess(t, temporaryFolder(t), ['--seed', resolve('data/demo-pets.json')]);
  const folder = copyProject(t);
  await runs(t, 'README.md', {
    folder,
    apiKey: store.apiKey ?? '',
    replace: [['https://pets.example.org/v1', store.baseUrl]],
  });
  packed.push(digestOfTarball(folder));
  cpSync(join(folder, 'dist'), built, { recursive: true });
});

test('docs/how-to.md: what a user types works', async (t) => {
  const store = await startServiceProcess(t, temporaryFolder(t), ['--seed', resolve('data/demo-pets.json')]);
  await runs(t, 'docs/how-to.md', {
    folder: temporaryFolder(t),
    apiKey: store.apiKey ?? '',
    replace: [['https://pets.example.org/v1', store.baseUrl]],
  });
});

test('docs/service.md: what an operator types works', async (t) => {
  await runs(t, 'docs/service.md', { folder: temporaryFolder(t) });
});

test('CONTRIBUTING.md: what a contributor types works', async (t) => {
  const folder = copyProject(t);
  if (existsSync(built)) {
    cpSync(built, join(folder, 'dist'), { recursive: true });
  }

  for (const name of ['README.md', 'data/demo-pets.json', 'docs/reference.md', 'source/cli.ts']) {
    chmodSync(join(folder, name), 0o600);
    utimesSync(join(folder, name), new Date('2001-02-03T04:05:06Z'), new Date('2001-02-03T04:05:06Z'));
  }

  await runs(t, 'CONTRIBUTING.md', { folder, umask: '077' });
  // Which builds anew, first of all.
  execFileSync('sh', ['-c', 'umask 077 && npm pack --silent'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: 120_000,
  });
  packed.push(digestOfTarball(folder));
});

test('two people who pack the same sources get the same bytes, wherever, whenever and with whatever umask', (t) => {
  const [users, contributors] = packed;
  t.is(packed.length, 2, 'the tests of README.md and CONTRIBUTING.md ran before this one');
  t.is(users, contributors);
});

test('the other documents: what they tell to type works', async (t) => {
  for (const path of documentPaths.filter(
    (each) => !['README.md', 'docs/how-to.md', 'docs/service.md', 'CONTRIBUTING.md'].includes(each),
  )) {
    await runs(t, path, { folder: temporaryFolder(t) });
  }
});

test('what is not run is this, each with its reason in the document', (t) => {
  const left = documentPaths.flatMap((path) =>
    readDocument(path).blocks.flatMap(({ heading, notRun }) => (notRun === undefined ? [] : [`${path}: ${heading}`])),
  );
  t.deepEqual(left, [
    'CONTRIBUTING.md: Set up, and try a change',
    'docs/how-to.md: Install on other machines, and update',
    'docs/scaling.md: More than one process',
    'docs/scaling.md: When the database fails over',
    'docs/service.md: Install under systemd',
    'docs/service.md: Install under systemd',
    'docs/service.md: TLS under systemd',
    'docs/service.md: TLS under systemd',
    'docs/service.md: Behind a proxy',
    'docs/service.md: PostgreSQL',
    'docs/service.md: Backup and restore',
    'docs/service.md: Backup and restore',
    'docs/service.md: Backup and restore',
    'docs/service.md: Upgrade',
    'docs/tutorial.md: 1. Browse',
  ]);
});

function digestOfTarball(folder: string): string {
  const name = readdirSync(folder).find((each) => each.endsWith('.tgz')) ?? '';
  return createHash('sha256')
    .update(readFileSync(join(folder, name)))
    .digest('hex');
}

/** Runs a document in a fresh home, and says by name what could not be. */
async function runs(
  t: ExecutionContext,
  path: string,
  reader: Pick<Reader, 'folder'> & Partial<Reader>,
): Promise<void> {
  // Builds, packs and installs, all in one go: minutes where the machine is busy. Less than AVA's own limit, or AVA would
  // never again look whether another file hangs.
  t.timeout(540_000);
  const home = temporaryFolder(t);
  const ran = await runBlocks(path, readDocument(path).blocks, {
    home,
    port: await freePort(),
    ...reader,
    path: [join(home, '.local/bin'), installProgram(home), ...(reader.path ?? [])],
  });
  for (const reason of ran.notRun) {
    t.log(`not run: ${reason}`);
  }

  t.pass();
}
