import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, readdirSync, readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { copyProject } from '../helpers/copy-project.js';

/** Packs the project as somebody else would have it, and returns the tarball's digest. */
function pack(t: ExecutionContext, umask: string, mode: number, date: Date): string {
  const project = copyProject(t);
  for (const name of ['README.md', 'data/demo-pets.json', 'docs/reference.md', 'source/cli.ts']) {
    chmodSync(join(project, name), mode);
    utimesSync(join(project, name), date, date);
  }

  execFileSync('sh', ['-c', `umask ${umask} && npm pack --silent`], { cwd: project, stdio: ['ignore', 'ignore', 'pipe'] });
  const tarball = readdirSync(project).find((name) => name.endsWith('.tgz')) ?? '';
  return createHash('sha256').update(readFileSync(join(project, tarball))).digest('hex');
}

test('two people who pack the same sources get the same bytes, wherever, whenever and with whatever umask', (t) => {
  t.is(pack(t, '077', 0o600, new Date('2001-02-03T04:05:06Z')), pack(t, '002', 0o664, new Date()));
});
