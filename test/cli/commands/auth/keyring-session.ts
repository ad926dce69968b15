/**
 * A keychain of a test's own: a message bus and GNOME Keyring in a temporary folder, with no window to ask anything in.
 */
import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { ExecutionContext } from 'ava';
import { temporaryFolder } from '../../../helpers/temporary-folder.ts';

const run = promisify(execFile);

export const hasKeyring =
  process.platform === 'linux' &&
  ['dbus-run-session', 'dbus-send', 'gnome-keyring-daemon'].every((name) => existsSync(join('/usr/bin', name)));

export type KeyringSession = {
  /** What leads a program to it. */
  readonly env: Readonly<Record<string, string>>;
  readonly folder: string;
  lock(): Promise<void>;
  unlock(): Promise<void>;
};

/** Starts one with an unlocked keyring. */
export async function openKeyringSession(t: ExecutionContext): Promise<KeyringSession> {
  const folder = temporaryFolder(t);
  mkdirSync(join(folder, 'run'), { mode: 0o700 });
  // Without a display, so that a window could not open even on a machine that has one.
  const own = { PATH: '/usr/bin:/bin', HOME: folder, XDG_RUNTIME_DIR: join(folder, 'run') };
  const bus = spawn('dbus-run-session', ['--', 'sh', '-c', 'echo "$DBUS_SESSION_BUS_ADDRESS"; cat'], {
    env: own,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  t.teardown(async () => {
    const ended = once(bus, 'exit');
    bus.stdin.end();
    await ended;
    // A service that the bus started may hold it open.
    bus.stdout.destroy();
  });
  const [chunk] = (await once(bus.stdout.setEncoding('utf8'), 'data')) as [string];
  const env = { DBUS_SESSION_BUS_ADDRESS: chunk.trim(), XDG_RUNTIME_DIR: own.XDG_RUNTIME_DIR };
  const call = async (
    destination: string,
    path: string,
    method: string,
    ...values: readonly string[]
  ): Promise<string> => {
    const { stdout } = await run(
      'dbus-send',
      ['--session', '--print-reply', `--dest=${destination}`, path, method, ...values],
      { env: { ...own, ...env }, timeout: 60_000 },
    );
    return stdout;
  };
  const start = async (): Promise<void> => {
    const daemon = spawn('gnome-keyring-daemon', ['--unlock', '--components=secrets'], {
      env: { ...own, ...env },
      stdio: ['pipe', 'ignore', 'ignore'],
      timeout: 60_000,
    });
    daemon.stdin.end('password');
    await once(daemon, 'close');
  };
  await start();
  return {
    env,
    folder,
    lock: async () => {
      await call(
        'org.freedesktop.secrets',
        '/org/freedesktop/secrets',
        'org.freedesktop.Secret.Service.Lock',
        'array:objpath:/org/freedesktop/secrets/collection/login',
      );
    },
    // What is locked asks in a window; a new one takes the password as it does when somebody logs in.
    unlock: async () => {
      const bus = ['org.freedesktop.DBus', '/org/freedesktop/DBus'] as const;
      const pid = Number(
        /uint32 (\d+)/.exec(
          await call(...bus, 'org.freedesktop.DBus.GetConnectionUnixProcessID', 'string:org.freedesktop.secrets'),
        )?.[1],
      );
      process.kill(pid, 'SIGTERM');
      while (
        (await call(...bus, 'org.freedesktop.DBus.NameHasOwner', 'string:org.freedesktop.secrets')).includes('true')
      ) {
        await setTimeout(20);
      }

      await start();
    },
  };
}
