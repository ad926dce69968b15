import { cpSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test from 'ava';
import { programPath, startServiceProcess } from '../helpers/program.js';
import { temporaryFolder } from '../helpers/temporary-folder.js';
import { openTerminal } from '../helpers/terminal.js';
import { spawnSync } from 'node:child_process';

test('the built files run with nothing but Node beside them', async (t) => {
  const folder = temporaryFolder(t);
  const home = join(folder, 'home');
  cpSync(dirname(programPath), join(folder, 'dist'), { recursive: true });
  cpSync('data', join(folder, 'data'), { recursive: true });
  const cli = join(folder, 'dist', 'cli.js');
  const service = await startServiceProcess(t, temporaryFolder(t), ['--seed', 'data/demo-pets.json']);
  const env = {
    PATH: process.env['PATH'],
    PETSTORE_HOME: home,
    PETSTORE_BASE_URL: service.baseUrl,
    PETSTORE_API_KEY: service.apiKey,
  };
  const run = (...args: readonly string[]) =>
    spawnSync(process.execPath, [cli, ...args], { env, cwd: folder, encoding: 'utf8' });

  for (const args of [
    ['--version'],
    ['help', 'filter'],
    ['list'],
    ['get', '42', '--json'],
    ['add', '--name', 'Coco', '--category', '7'],
    ['doctor'],
    ['keys', 'create', '--label', 'x'],
    ['demo'],
  ]) {
    const { status, stderr } = run(...args);
    t.is(status, 0, `${args.join(' ')}: ${stderr}`);
  }

  const app = openTerminal({ command: process.execPath, args: [cli], cwd: folder, env });
  await app.waitFor('Coco');
  app.press('q');
  t.is((await app.exit).code, 0);
});
