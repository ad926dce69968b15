/**
 * The recipe of docs/scaling.md, run: three PostgreSQL under Patroni and etcd, three service processes that name them
 * all, HAProxy in front, 16 clients adding and four listing; then one thing after the other is killed.
 *
 *     npx tsx tools/try-failover.ts [--kills 3]
 *
 * Needs Debian's packages postgresql, patroni, etcd-server and haproxy. Everything is on loopback and in a temporary
 * folder, and ends by itself, in about five minutes. Ends with 1 if an animal was lost or doubled, a process died, or
 * the way back took longer than the database's own and 2 s.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { createService } from '../source/service/server.js';
import { exchange } from '../test/conformance/exchange.js';
import { listAll } from '../test/service/list-all.js';
import { startProgram } from '../test/service/start-process.js';
import { loadOn, type Load } from '../test/service/under-load.js';
import { startBalancer } from './failover/start-balancer.js';
import { startCluster, type Cluster } from './failover/start-cluster.js';
import { watchBareWrites, watchPauses } from './failover/watch-pauses.js';

const { values } = parseArgs({ options: { kills: { type: 'string', default: '3' } } });
const undoing: (() => unknown)[] = [];
const undo = { teardown: (one: () => unknown) => void undoing.push(one) };
const folder = mkdtempSync(path.join(tmpdir(), 'petstore-failover-'));
// Patroni's user has folders of its own below.
chmodSync(folder, 0o777);
undo.teardown(() => rmSync(folder, { recursive: true, force: true }));

/** The harm done to the cluster, and whether Patroni has to be started again afterwards. */
type Blow = {
  readonly what: string;
  readonly strike: (cluster: Cluster) => Promise<(() => Promise<void>) | undefined>;
};

const lose =
  (role: string): Blow['strike'] =>
  async ({ find }) => {
    const node = await find(role);
    await node?.lose();
    return node?.start;
  };
const blows: readonly Blow[] = [
  ...Array.from({ length: Number(values.kills) }, () => ({
    what: 'the leader, with its Patroni, killed',
    strike: lose('leader'),
  })),
  { what: 'the synchronous standby, with its Patroni, killed', strike: lose('sync_standby') },
  {
    what: "the leader's PostgreSQL alone killed",
    async strike({ find }) {
      (await find('leader'))?.losePostgres();
      return undefined;
    },
  },
  {
    what: 'another leader asked for (switchover)',
    async strike({ switchOver }) {
      await switchOver();
      return undefined;
    },
  },
];

try {
  process.exitCode = (await run()) ? 0 : 1;
} finally {
  for (const one of undoing.toReversed()) {
    await one();
  }
}

async function run(): Promise<boolean> {
  const cluster = await startCluster(undo, folder);
  const ports = cluster.nodes.map(({ port }) => port);
  const servers = ports.map((port) => `127.0.0.1:${port}`).join();
  const database = `postgres://pets@${servers}/pets?target_session_attrs=read-write`;
  await makeDatabase((await cluster.find('leader'))?.port ?? 0);
  const first = await createService({ database });
  const { apiKey } = await first.keys.create();
  await first.close();

  const services = await Promise.all(
    Array.from({ length: 3 }, () =>
      startProgram(undo, [
        'serve',
        '--port',
        '0',
        '--json',
        '--rate-limit',
        '0',
        '--host',
        '0.0.0.0',
        '--behind-tls-proxy',
        '--end-with-stdin',
        '--database',
        database,
      ]),
    ),
  );
  const target = {
    baseUrl: await startBalancer(
      undo,
      folder,
      services.map(({ baseUrl }) => baseUrl.replace('0.0.0.0', '127.0.0.1')),
    ),
    apiKey,
  };
  const end = new AbortController();
  undo.teardown(() => end.abort());
  const bare = await watchBareWrites(
    ports.map((port) => `postgres://postgres@127.0.0.1:${port}/postgres`),
    end.signal,
  );
  const rows = [];
  for (const [index, { what, strike }] of blows.entries()) {
    const load = loadOn([target], { label: `Blow ${index}` });
    const own = watchPauses();
    const counting = countPauses(load, own.happened);
    await load.everybody(20);
    await delay(5000);
    bare.reset();
    own.reset();
    const mend = await strike(cluster);
    await delay(3000);
    await load.everybody(20);
    await delay(5000);
    const [gap, ofDatabase] = [own.longest(), bare.longest()];
    clearInterval(counting);
    await load.stop();
    await mend?.();
    await cluster.whole();
    const died = services.filter(({ child }) => child.exitCode !== null || child.signalCode !== null).length;
    rows.push({
      what,
      ...(await count(load, target)),
      gap: round(gap),
      'gap of the database': round(ofDatabase),
      died,
    });
    console.log(JSON.stringify(rows.at(-1)));
  }

  console.table(rows);
  return rows.every(
    (row) => row.lost === 0 && row.doubled === 0 && row.died === 0 && row.gap <= row['gap of the database'] + 2,
  );
}

/** The role and the database of the service, as an operator makes them. */
async function makeDatabase(port: number): Promise<void> {
  const client = new Client({ connectionString: `postgres://postgres@127.0.0.1:${port}/postgres` });
  await client.connect();
  await client.query('create role pets login');
  await client.query('create database pets owner pets');
  await client.end();
}

/** Tells whenever another animal was acknowledged, to the hundredth of a second. */
function countPauses({ acknowledged }: Load, happened: () => void): NodeJS.Timeout {
  let before = 0;
  return setInterval(() => {
    if (acknowledged.size > before) {
      before = acknowledged.size;
      happened();
    }
  }, 10);
}

/** The store's animals at the end, compared with the answers that its clients got. */
async function count(
  { acknowledged, refused }: Load,
  target: Parameters<typeof exchange>[0],
): Promise<{
  readonly acknowledged: number;
  readonly lost: number;
  readonly doubled: number;
  readonly refused: number;
}> {
  const idsOf = Map.groupBy(await listAll((request) => exchange(target, request)), ({ name }) => name);
  return {
    acknowledged: acknowledged.size,
    lost: [...acknowledged].filter(([name, id]) => !(idsOf.get(name) ?? []).some((pet) => pet.id === id)).length,
    doubled: [...idsOf.values()].filter((pets) => pets.length > 1).length,
    refused: refused.length,
  };
}

function round(seconds: number): number {
  return Math.round(10 * seconds) / 10;
}
