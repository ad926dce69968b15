/** What the checkup finds of this machine's files. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { checkFiles } from '../../../source/app/doctor/check-machine.ts';
import type { Home } from '../../../source/app/home.ts';
import type { Session } from '../../../source/app/session/compose-session.ts';
import { createFaultFileSystem } from '../../helpers/fault-file-system.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

test('a full disk is found, on which files can be made and not filled', async (t) => {
  const root = temporaryFolder(t);
  const folders = { config: join(root, 'config'), data: join(root, 'data'), state: join(root, 'state') };
  const fileSystem = createFaultFileSystem();
  const session = { engine: { snapshot: () => ({}) } } as unknown as Session;
  const check = async () =>
    (await checkFiles({ folders, fileSystem } as unknown as Home, session, { makesFolders: true })).check;
  t.true((await check()).ok);
  for (const operation of ['write', 'sync']) {
    fileSystem.failAll('ENOSPC', (name, path) => name === operation && path.startsWith(folders.data));
    t.like(await check(), { name: 'files', ok: false, remedy: 'Free some space there.' }, operation);
    fileSystem.heal();
    t.deepEqual(readdirSync(folders.data), [], 'nothing is left there');
  }

  t.true((await check()).ok);
});
