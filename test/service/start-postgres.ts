import { execFile, spawn } from 'node:child_process';
import { chown, mkdir, mkdtemp, readdir, readFile, rename, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../helpers/free-port.ts';

const run = promisify(execFile);

export type Postgres = {
  readonly port: number;
  /** The address of a database of its own. */
  readonly createDatabase: (name: string) => Promise<string>;
  /** Does something as its superuser, in the database `postgres` unless told otherwise; answers what it printed. */
  readonly sql: (text: string, database?: string) => Promise<string>;
  /** Changes a setting for connections there are and those to come; undefined takes it back. */
  readonly set: (name: string, value: string | undefined) => Promise<void>;
  /** What it has logged. */
  readonly log: () => Promise<string>;
  /** Stops it at once, cutting connections, and resolves when it is gone. */
  readonly stop: () => Promise<void>;
  /**
   * Stops it, `fast` with a goodbye to every connection or `immediate` as in a crash, and resolves when it takes
   * connections again.
   */
  readonly restart: (mode: 'fast' | 'immediate') => Promise<void>;
  /** Resolves when it takes connections. */
  readonly start: () => Promise<void>;
  /** Starts another server that follows this one. */
  readonly startStandby: () => Promise<Postgres>;
  /** Makes a standby take writes. */
  readonly promote: () => Promise<void>;
  readonly remove: () => Promise<void>;
};

/** Where Debian's package puts the server programs, newest version first, or undefined where it is not installed. */
export async function findPostgres(): Promise<string | undefined> {
  const versions = await readdir('/usr/lib/postgresql').catch(() => []);
  const newest = versions.map(Number).sort((a, b) => b - a)[0];
  return newest === undefined ? undefined : `/usr/lib/postgresql/${newest}/bin`;
}

/**
 * A real PostgreSQL server in a temporary folder, on a port of its own. Its programs refuse root, so under root they
 * run as the package's user `postgres`.
 *
 * @param fsync whether what was committed survives a power cut, as it comes; tests do without
 */
export async function startPostgres(programs: string, { fsync = false } = {}): Promise<Postgres> {
  return startServer(programs, fsync, (tool, data) => makeCluster(tool, data));
}

/**
 * Makes an empty cluster: a copy of the one that `initdb` made the first time, as that takes more than a second of a
 * processor and a copy nearly none. What is kept lies with the bundled tests, of which whatever nobody used for an hour
 * is removed (`test/bundle/`).
 */
async function makeCluster(tool: Tool, data: string): Promise<void> {
  const cache = path.resolve('node_modules/.cache/petstore-tests');
  const version = (await tool('initdb', '--version')).stdout.replaceAll(/[^\w.]+/g, '-');
  const kept = path.join(cache, `${version}${process.getuid?.() ?? ''}`);
  const now = new Date();
  if (
    await utimes(kept, now, now).then(
      () => true,
      () => false,
    )
  ) {
    // As `cp` alone keeps the owner and the rights on which the server insists.
    await run('cp', ['-a', kept, data]);
    return;
  }

  await tool(
    'initdb',
    '--pgdata',
    data,
    '--username',
    'pets',
    '--auth',
    'trust',
    '--encoding',
    'UTF8',
    '--no-locale',
    '--no-sync',
  );
  const fresh = `${kept}.${process.pid}`;
  await mkdir(cache, { recursive: true });
  await run('cp', ['-a', data, fresh]);
  // Where another process was quicker, its own stays.
  await rename(fresh, kept).catch(() => rm(fresh, { recursive: true, force: true }));
}

type Tool = (name: string, ...args: string[]) => Promise<{ readonly stdout: string }>;

async function startServer(
  programs: string,
  fsync: boolean,
  make: (tool: Tool, data: string) => Promise<unknown>,
): Promise<Postgres> {
  const folder = await mkdtemp(path.join(tmpdir(), 'petstore-postgres-'));
  const owner = await serverOwner();
  if (owner !== undefined) {
    await chown(folder, owner.uid, owner.gid);
  }

  const data = path.join(folder, 'data');
  const port = await freePort();
  const tool: Tool = (name, ...args) => run(path.join(programs, name), args, { ...owner, cwd: folder });
  const here = ['--host', '127.0.0.1', '--port', String(port), '--username', 'pets'];
  await make(tool, data);

  const start = async (): Promise<void> => {
    // Not through `run`: the server would keep its output open for as long as it lives.
    const child = spawn(
      path.join(programs, 'pg_ctl'),
      [
        'start',
        '--wait',
        '--pgdata',
        data,
        '--log',
        path.join(folder, 'log'),
        '--options',
        `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c fsync=${fsync ? 'on' : 'off'}`,
      ],
      { ...owner, cwd: folder, stdio: 'ignore' },
    );
    const code = await new Promise((resolve) => child.once('exit', resolve));
    if (code !== 0) {
      throw new Error(`pg_ctl ended with ${String(code)}`);
    }
  };
  const stop = async (mode: 'fast' | 'immediate' = 'immediate'): Promise<void> => {
    await tool('pg_ctl', 'stop', '--wait', '--mode', mode, '--pgdata', data);
  };
  const sql = async (text: string, database = 'postgres'): Promise<string> =>
    (
      await tool('psql', ...here, '--no-psqlrc', '--tuples-only', '--no-align', '--command', text, database)
    ).stdout.trim();

  await start();
  return {
    port,
    sql,
    log: () => readFile(path.join(folder, 'log'), 'utf8'),
    async set(name, value) {
      await sql(value === undefined ? `alter system reset ${name}` : `alter system set ${name} = '${value}'`);
      await sql('select pg_reload_conf()');
    },
    start,
    stop: () => stop(),
    async restart(mode) {
      await stop(mode);
      await start();
    },
    async createDatabase(name) {
      await tool('createdb', ...here, name);
      return `postgres://pets@127.0.0.1:${port}/${name}`;
    },
    startStandby: () =>
      startServer(programs, fsync, (standbyTool, standbyData) =>
        standbyTool(
          'pg_basebackup',
          ...here,
          '--pgdata',
          standbyData,
          '--write-recovery-conf',
          '--checkpoint',
          'fast',
          '--no-sync',
        ),
      ),
    async promote() {
      await tool('pg_ctl', 'promote', '--wait', '--pgdata', data);
    },
    async remove() {
      await stop().catch(() => undefined);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Whom PostgreSQL's programs run as where this is root; undefined where they may run as whoever this is. */
export async function serverOwner(): Promise<{ readonly uid: number; readonly gid: number } | undefined> {
  if (process.getuid?.() !== 0) {
    return undefined;
  }

  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map(async (flag) => Number((await run('id', [flag, 'postgres'])).stdout)),
  );
  return { uid: uid!, gid: gid! };
}
