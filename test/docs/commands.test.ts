/** Runs what the documents tell their readers to type; see `run-blocks.ts` for what stands in for the reader. */
import { join, resolve } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { copyProject } from '../helpers/copy-project.js';
import { freePort } from '../helpers/free-port.js';
import { startServiceProcess } from '../helpers/program.js';
import { temporaryFolder } from '../helpers/temporary-folder.js';
import { findPostgres, startPostgres } from '../service/start-postgres.js';
import { documentPaths, readDocument } from './document.js';
import { installProgram } from './install-program.js';
import { type Reader, runBlocks } from './run-blocks.js';

test('README.md: what a user types works', async (t) => {
  t.timeout(180_000);
  const store = await startServiceProcess(t, temporaryFolder(t), ['--seed', resolve('data/demo-pets.json')]);
  await runs(t, 'README.md', { folder: copyProject(t), apiKey: store.apiKey ?? '', replace: [['https://pets.example.org/v1', store.baseUrl]] });
});

test('docs/service.md: what an operator types works', async (t) => {
  t.timeout(180_000);
  const programs = await findPostgres();
  const postgres = programs === undefined ? undefined : await startPostgres(programs);
  t.teardown(() => postgres?.remove());
  const server = await postgres?.createDatabase('other');
  await runs(t, 'docs/service.md', {
    folder: temporaryFolder(t),
    path: programs === undefined ? [] : [programs],
    replace: server === undefined ? [] : [['postgres://pets@db.internal/', server.replace(/other$/, '')]],
  });
});

test('CONTRIBUTING.md: what a contributor types works', async (t) => {
  t.timeout(180_000);
  await runs(t, 'CONTRIBUTING.md', { folder: copyProject(t) });
});

test('the other documents: what they tell to type works', async (t) => {
  t.timeout(180_000);
  for (const path of documentPaths.filter((each) => !['README.md', 'docs/service.md', 'CONTRIBUTING.md'].includes(each))) {
    await runs(t, path, { folder: temporaryFolder(t) });
  }
});

test('what is not run is this, each with its reason in the document', (t) => {
  const left = documentPaths.flatMap((path) => readDocument(path).blocks.flatMap(({ heading, notRun }) => (notRun === undefined ? [] : [`${path}: ${heading}`])));
  t.deepEqual(left, ['CONTRIBUTING.md: Set up', 'docs/scaling.md: More than one process', 'docs/scaling.md: When the database fails over', 'docs/scaling.md: Poolers', 'docs/service.md: As a service of systemd', 'docs/service.md: Backup and restore', 'docs/service.md: Upgrade']);
});

test('a command that fails, and one that prints something else, are told with their line', async (t) => {
  const run = async (language: string, text: string) => runBlocks('x.md', [{ language, text, line: 7, heading: '', notRun: undefined, needs: [] }], { home: temporaryFolder(t), folder: temporaryFolder(t), path: [], port: 1 });
  await t.throwsAsync(run('sh', 'true\nfalse\ntrue'), { message: /^x\.md:7: the block ended with 1/ });
  await t.throwsAsync(run('sh', 'false | cat'), { message: /^x\.md:7: / });
  await t.throwsAsync(run('console', '$ echo hello\ngood-bye'), { message: /^x\.md:7: `echo hello` does not print .*\nhello/ });
  await t.notThrowsAsync(run('console', '$ echo hello\nhe…\n$ printf "a\\nb\\nc\\n"\na\n…'));
});

/** Runs a document in a fresh home, and says by name what could not be. */
async function runs(t: ExecutionContext, path: string, reader: Pick<Reader, 'folder'> & Partial<Reader>): Promise<void> {
  const home = temporaryFolder(t);
  const ran = await runBlocks(path, readDocument(path).blocks, { home, port: await freePort(), ...reader, path: [join(home, '.local/bin'), installProgram(home), ...(reader.path ?? [])] });
  for (const reason of ran.notRun) {
    t.log(`not run: ${reason}`);
  }

  t.pass();
}
