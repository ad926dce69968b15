/** The program's files are replaced, or taken away, while it runs: an upgrade, as npm and dpkg do it. */
import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { openWorldHere } from '../helpers/command-world.ts';
import { programEnvironment, programPath } from '../helpers/program.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { keys, openTerminal } from '../helpers/terminal.ts';

/**
 * A copy of the built program, and how another build takes its place: with the same entry, and no other file of the
 * same name.
 */
function installCopy(t: ExecutionContext) {
  const folder = temporaryFolder(t);
  const dist = join(folder, 'dist');
  cpSync(dirname(programPath), dist, { recursive: true });
  cpSync('data', join(folder, 'data'), { recursive: true });
  return {
    program: join(dist, 'cli.js'),
    replace: (): void => {
      for (const name of readdirSync(dist).filter((each) => /-[\w-]{8}\.js$/.test(each))) {
        renameSync(join(dist, name), join(dist, name.replace(/[\w-]{8}\.js$/, 'newbuild.js')));
      }
    },
  };
}

test('an app that is open while petstore is upgraded goes on, or says that it has to be opened again, and loses nothing', async (t) => {
  const { home, env, service, json } = await openWorldHere(t);
  const { program, replace } = installCopy(t);
  const app = openTerminal({
    command: process.execPath,
    args: [program],
    env: programEnvironment(home, env),
    cols: 160,
  });
  t.teardown(() => app.close());
  await app.waitFor(/● as of \d\d:\d\d$/m);
  replace();

  app.press('?');
  await app.waitFor('Keys: the list');
  app.press(keys.escape);
  // The next key only once the help is gone: right behind Escape it would be Alt and that key.
  await app.waitFor(
    (lines) => !lines.some((line) => line.includes('Keys: the list')) && lines.some((line) => line.includes('a add')),
  );
  app.press(':address');
  await app.waitFor(`correct the address: ${service.baseUrl.slice(0, 12)}`);
  app.press(keys.escape);
  // The row of keys, and not the sentence of the empty list.
  await app.waitFor((lines) => lines.some((line) => /^\s*a add\b/.test(line)));
  app.press('a');
  await app.waitFor('Ctrl-S');
  app.press('Luna', keys.tab, '2', keys.ctrl('s'));
  await app.waitFor(() => service.inserted().length === 1);
  await app.waitFor('#1');

  writeFileSync(join(home, 'animals.csv'), 'name,categoryId,status\nRex,1,available\n');
  app.press(`:import ${join(home, 'animals.csv')}`, keys.enter);
  // A part that was loaded before is there still.
  const missing =
    'A part of petstore is missing: it was upgraded or removed while it ran. Open it again; your animals are saved.';
  await app.waitFor(
    (lines) => lines.some((line) => line.includes(missing)) || service.inserted().some(({ pet }) => pet.name === 'Rex'),
  );
  const isMissing = app.screen().some((line) => line.includes(missing));
  app.press('q');
  t.is((await app.exit).code, 0);
  t.deepEqual(service.insertedNames(), isMissing ? ['Luna'] : ['Luna', 'Rex']);
  t.like(await json(['sync']), { code: 0, json: { created: [], waiting: 0 } });
});

test('a command that is started in the midst of an upgrade says so', (t) => {
  const { program, replace } = installCopy(t);
  const old = readdirSync(dirname(program)).find((name) => name.startsWith('rolldown-runtime-')) ?? '';
  replace();
  // The entry and the first file it needs are the old ones still.
  renameSync(join(dirname(program), old.replace(/[\w-]{8}\.js$/, 'newbuild.js')), join(dirname(program), old));
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, 'queue'], {
    env: programEnvironment(temporaryFolder(t)),
    encoding: 'utf8',
    timeout: 60_000,
  });
  t.deepEqual(
    [status, stdout, stderr],
    [
      1,
      '',
      'petstore cannot start: a part of it is missing, as while it is being installed or upgraded. Run it again; if that does not help, install it anew.\n',
    ],
  );
});
