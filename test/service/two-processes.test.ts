import path from 'node:path';
import test from 'ava';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { twoProcessesShare } from './two-processes.ts';

test('two processes on one SQLite file under load give no id twice and make one animal for a key', async (t) => {
  await twoProcessesShare(t, path.join(temporaryFolder(t), 'pets.sqlite'));
});
