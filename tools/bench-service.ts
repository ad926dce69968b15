/**
 * Holds the service against bare servers and json-server, side by side on the same two cores.
 *
 *     npx tsx tools/bench-service.ts [--json] [--seconds 4] [--rounds 5] [--program dist/cli.js] [--before OTHER/dist/cli.js]
 *
 * Needs a build, and the benchmarks' own packages (`npm install --prefix tools/bench`). Exits 1 where a goal is missed.
 * Everything is on loopback and in a temporary folder, and ends by itself. `--before` names an older build to hold the
 * service against, of which it may have lost a fifth.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { atMost, compare, compareCosts, toTable, type Finding } from './bench/service/compare.js';
import { measure, type Rates } from './bench/service/measure.js';
import { peakMemory } from './bench/service/memory.js';
import { measurePostgres } from './bench/service/postgres-rows.js';
import { comparePages } from './bench/service/read-pages.js';
import type { Side } from './bench/service/side.js';
import { measureSlowReaders } from './bench/service/slow-readers.js';
import { at, startBareAnswer, startBareAppend, startJsonServer, startPetstore } from './bench/service/sides.js';
import { makeStore, pagesOf, writeSeed } from './bench/service/stores.js';

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '5' },
    program: { type: 'string', default: 'dist/cli.js' },
    before: { type: 'string' },
  },
});
const settings = { seconds: Number(values.seconds), rounds: Number(values.rounds), connections: 50 };
const folder = await mkdtemp(path.join(tmpdir(), 'petstore-bench-'));
const started: Side[] = [];
const findings: Finding[] = [];

try {
  await measureAll();
} finally {
  await Promise.all(started.map(({ stop }) => stop()));
  await rm(folder, { recursive: true, force: true });
}

/** Beside bare servers and json-server. */
async function measureAll(): Promise<void> {
  const [small, large] = [await makeStore(folder, 1000), await makeStore(folder, 1_000_000)];
  const start = async <T extends Side>(side: Promise<T>): Promise<T> => {
    const running = await side;
    started.push(running);
    return running;
  };

  const petstore = await start(startPetstore(values.program, small.database, small.apiKey));
  const huge = await start(
    startPetstore(values.program, large.database, large.apiKey, 'petstore with 1 000 000 animals'),
  );
  const bareAppend = await start(startBareAppend(folder, petstore.create));
  const jsonServer = await startJsonServer(folder, small.animals);
  started.push(jsonServer.list);
  const seed = await writeSeed(folder, small.animals);
  const before =
    values.before === undefined
      ? []
      : [
          await start(
            startPetstore(values.before, path.join(folder, 'before.sqlite'), undefined, 'before', ['--seed', seed]),
          ),
        ];
  const beside = (what: string, rates: Rates, ofBare: number, ofJsonServer: number): void => {
    findings.push(compare(rates, { what: `${what}, of a bare server`, of: 0, against: 1, atLeast: ofBare }));
    findings.push(compare(rates, { what: `${what}, of json-server`, of: 0, against: 2, atLeast: ofJsonServer }));
    if (before.length > 0) {
      const goal = { of: 0, against: 3, atLeast: 0.8 };
      findings.push(compare(rates, { what: `${what}, of before`, ...goal }));
      // Which other work on the machine hardly lengthens.
      findings.push(compareCosts(rates, { what: `${what}, processor time of before`, ...goal }));
    }
  };

  for (const [what, path, peerPath, ofBare, ofJsonServer] of [
    ['list of 20', '', '?_page=1&_limit=20', 0.35, 3],
    ['list of 100', '?limit=100', '?_page=1&_limit=100', 0.3, 3],
    ['get', '/7', '/7', 0.15, 0.6],
  ] as const) {
    const [own, peer, ...old] = [petstore, jsonServer.list, ...before].map((side, index) =>
      at(side, index === 1 ? peerPath : path),
    ) as [Side, Side, ...Side[]];
    const bare = await start(startBareAnswer(folder, own));
    beside(what, await measure([own, bare, peer, ...old], settings), ofBare, ofJsonServer);
  }

  const turning = [
    { ...petstore, load: { ...petstore.load, paths: pagesOf(small) } },
    { ...huge, load: { ...huge.load, paths: pagesOf(large) } },
  ];
  const turned = await measure(turning, settings);
  findings.push(
    compare(turned, {
      what: 'pages all over 1 000 000, of 1 000',
      of: 1,
      against: 0,
      atLeast: Number((1 / 1.2).toFixed(2)),
    }),
  );
  const read = await comparePages(small, large, settings.rounds);
  findings.push(
    atMost(
      'one page read, 1 000 000 to 1 000',
      `${read.greater.toFixed(3)} and ${read.smaller.toFixed(3)} ms`,
      read.ratio,
      1.2,
    ),
  );

  // Last, since it makes the stores grow.
  const creating = [petstore.create, bareAppend, jsonServer.create, ...before.map(({ create }) => create)];
  beside('create (a bare one appends and syncs)', await measure(creating, settings), 0.35, 3);

  findings.push(...(await measurePostgres(folder, seed, values, { sqlite: petstore, jsonServer }, settings)));

  findings.push(...(await measureSlowReaders(folder, values.program, settings.seconds)));

  for (const { name, pid } of [petstore, huge]) {
    const peak = peakMemory(pid);
    if (peak !== undefined) {
      findings.push(atMost(`resident memory of ${name}`, 'most while under load, MiB', peak, 200));
    }
  }
}

console.log(values.json ? JSON.stringify({ settings, findings }, null, 2) : toTable(findings));
process.exitCode = findings.every(({ good }) => good) ? 0 : 1;
