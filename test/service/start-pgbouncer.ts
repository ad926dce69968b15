import { spawn } from 'node:child_process';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { existsSync } from 'node:fs';
import type { ExecutionContext } from 'ava';
import { freePort } from '../helpers/free-port.ts';
import { until } from '../helpers/until.ts';
import { serverOwner } from './start-postgres.ts';

const program = '/usr/sbin/pgbouncer';

/** Whether Debian's package is installed. */
export const hasPgbouncer = existsSync(program);

/** A real pgbouncer in front of a server on this machine, as it comes but for where it listens; answers its port. */
export async function startPgbouncer(
  t: Pick<ExecutionContext, 'teardown'>,
  serverPort: number,
  mode: 'session' | 'transaction',
): Promise<number> {
  const folder = await mkdtemp(path.join(tmpdir(), 'petstore-pgbouncer-'));
  const owner = await serverOwner();
  const port = await freePort();
  const settings = path.join(folder, 'pgbouncer.ini');
  await writeFile(path.join(folder, 'users'), '"pets" ""\n');
  await writeFile(
    settings,
    `[databases]\n* = host=127.0.0.1 port=${serverPort}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =\nauth_type = trust\nauth_file = ${path.join(folder, 'users')}\npool_mode = ${mode}\n`,
  );
  if (owner !== undefined) {
    await chown(folder, owner.uid, owner.gid);
  }

  const child = spawn(program, [settings], { ...owner, cwd: folder, stdio: 'ignore' });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  t.teardown(async () => {
    child.kill('SIGKILL');
    await ended;
    await rm(folder, { recursive: true, force: true });
  });
  await until('pgbouncer listens', () => canConnect(port));
  return port;
}

function canConnect(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    }).once('error', () => resolve(false));
  });
}
