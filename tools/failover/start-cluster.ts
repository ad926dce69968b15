import { mkdirSync, readdirSync, readFileSync, writeFileSync, chownSync } from 'node:fs';
import path from 'node:path';
import { freePort } from '../../test/helpers/free-port.js';
import { until } from '../../test/helpers/until.js';
import { findPostgres, serverOwner } from '../../test/service/start-postgres.js';
import { startProgram, type Program, type Undo } from './start-program.js';

/** One PostgreSQL under Patroni. */
export type Node = {
  readonly name: string;
  readonly port: number;
  readonly api: string;
  /** Kills Patroni and every process of PostgreSQL at once, as when the machine is gone. */
  readonly lose: () => Promise<void>;
  /** Kills PostgreSQL alone; Patroni sees it die. */
  readonly losePostgres: () => void;
  /** Starts Patroni, which makes a standby of whatever it finds. */
  readonly start: () => Promise<void>;
};

/** Three of them: one takes writes, one confirms them. */
export type Cluster = {
  readonly nodes: readonly Node[];
  /** The time after which Patroni takes a silent leader for dead, in seconds. */
  readonly ttl: number;
  /** The node in a role, such as `leader` or `sync_standby`; undefined if there is no such node. */
  readonly find: (role: string) => Promise<Node | undefined>;
  /** Resolves when one leads, another confirms and the third follows. */
  readonly whole: () => Promise<void>;
  /** Asks Patroni to make the standby the leader. */
  readonly switchOver: () => Promise<void>;
};

type Member = { readonly name: string; readonly role: string; readonly state: string };

const ttl = 20;

/** Starts etcd and three PostgreSQL under Patroni with synchronous replication. */
export async function startCluster(undo: Undo, folder: string): Promise<Cluster> {
  const [etcdPort, peerPort] = [await freePort(), await freePort()];
  const etcd = `http://127.0.0.1:${etcdPort}`;
  const peer = `http://127.0.0.1:${peerPort}`;
  await startProgram(
    undo,
    'etcd',
    [
      '--name',
      'one',
      '--data-dir',
      path.join(folder, 'etcd'),
      '--listen-client-urls',
      etcd,
      '--advertise-client-urls',
      etcd,
      '--listen-peer-urls',
      peer,
      '--initial-advertise-peer-urls',
      peer,
      '--initial-cluster',
      `one=${peer}`,
    ],
    path.join(folder, 'etcd.log'),
  );
  await until('etcd answers', () => answers(`${etcd}/health`));

  const nodes: Node[] = [];
  for (const name of ['one', 'two', 'three']) {
    nodes.push(await addNode(undo, path.join(folder, name), name, etcdPort));
  }

  const members = async (): Promise<readonly Member[]> => {
    for (const { api } of nodes) {
      const answer = await fetch(`${api}/cluster`, { signal: AbortSignal.timeout(2000) }).catch(() => undefined);
      if (answer?.ok === true) {
        return ((await answer.json()) as { readonly members: readonly Member[] }).members;
      }
    }

    return [];
  };
  const find = async (role: string): Promise<Node | undefined> => {
    const member = (await members()).find((one) => one.role === role && ['running', 'streaming'].includes(one.state));
    return nodes.find(({ name }) => name === member?.name);
  };
  const whole = async (): Promise<void> =>
    until(
      'one leads, one confirms, one follows',
      async () => {
        const roles = (await members())
          .filter(({ state }) => ['running', 'streaming'].includes(state))
          .map(({ role }) => role);
        return roles.toSorted().join() === 'leader,replica,sync_standby';
      },
      180_000,
    );

  await nodes[0]?.start();
  await until('the first one leads', async () => (await find('leader')) !== undefined, 120_000);
  await Promise.all(nodes.slice(1).map((node) => node.start()));
  await whole();
  return {
    nodes,
    ttl,
    find,
    whole,
    async switchOver() {
      const [leader, candidate] = [await find('leader'), await find('sync_standby')];
      const answer = await fetch(`${leader?.api ?? ''}/switchover`, {
        method: 'POST',
        body: JSON.stringify({ leader: leader?.name, candidate: candidate?.name }),
      });
      if (!answer.ok) {
        throw new Error(`Patroni did not switch over: ${await answer.text()}`);
      }
    },
  };
}

async function addNode(undo: Undo, folder: string, name: string, etcdPort: number): Promise<Node> {
  const programs = await findPostgres();
  if (programs === undefined) {
    throw new Error('PostgreSQL is not installed.');
  }

  const [port, apiPort] = [await freePort(), await freePort()];
  const owner = await serverOwner();
  const data = path.join(folder, 'data');
  mkdirSync(folder, { mode: 0o700 });
  // JSON is YAML too.
  const settings = path.join(folder, 'patroni.yml');
  writeFileSync(
    settings,
    JSON.stringify(toPatroniSettings({ name, etcdPort, port, apiPort, folder, data, programs }), null, 2),
  );
  if (owner) {
    chownSync(folder, owner.uid, owner.gid);
    chownSync(settings, owner.uid, owner.gid);
  }

  let patroni: Program | undefined;
  const postmaster = (): number => Number(readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n', 1)[0]);
  const losePostgres = (): void => {
    const pid = postmaster();
    // The oldest first: it would clean up behind the others.
    [pid, ...childrenOf(pid)].forEach(killIfThere);
  };
  undo.teardown(() => {
    try {
      losePostgres();
    } catch {
      // It does not run, or never did.
    }
  });
  return {
    name,
    port,
    api: `http://127.0.0.1:${apiPort}`,
    async lose() {
      const killed = patroni?.kill();
      losePostgres();
      await killed;
    },
    losePostgres,
    async start() {
      patroni = await startProgram(undo, 'patroni', [settings], path.join(folder, 'patroni.log'));
    },
  };
}

type NodePlace = {
  readonly name: string;
  readonly etcdPort: number;
  readonly port: number;
  readonly apiPort: number;
  readonly folder: string;
  readonly data: string;
  readonly programs: string;
};

/** What docs/scaling.md shows, with ports and folders of this trial. */
function toPatroniSettings({ name, etcdPort, port, apiPort, folder, data, programs }: NodePlace): object {
  const here = (its: number): string => `127.0.0.1:${its}`;
  return {
    scope: 'pets',
    name,
    restapi: { listen: here(apiPort), connect_address: here(apiPort) },
    etcd3: { host: here(etcdPort) },
    bootstrap: {
      dcs: { ttl, loop_wait: 5, retry_timeout: 5, synchronous_mode: true, postgresql: { use_pg_rewind: true } },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, 'data-checksums'],
    },
    postgresql: {
      listen: here(port),
      connect_address: here(port),
      data_dir: data,
      bin_dir: programs,
      pgpass: path.join(folder, 'pgpass'),
      pg_hba: ['local all all trust', 'host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
      authentication: {
        superuser: { username: 'postgres' },
        replication: { username: 'follower' },
        rewind: { username: 'rewinder' },
      },
      parameters: { unix_socket_directories: folder },
    },
  };
}

function childrenOf(parent: number): readonly number[] {
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger);
  return pids.filter((pid) => {
    try {
      return Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) === parent;
    } catch {
      return false;
    }
  });
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended by itself.
  }
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
}
