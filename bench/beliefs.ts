/**
 * `npm run bench:beliefs`: what believing a list or a status too much leads to, over real HTTP and on a real disk: each
 * way in which the promises were once broken, so many times, judged by the service's own record.
 *
 *     npm run bench:beliefs -- [--runs=25] [--belief=REGEX] [--settle=500] [--lanes=4] [--findings]
 *
 * *asked*: runs in which a person was asked whether the store, or the queue, is still the right one. Exits with 1 where
 * anything was lost, doubled, crossed or stuck.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Entry } from '../source/domain/entry.js';
import { toInt64 } from '../source/domain/int64.js';
import type { PetStatus } from '../source/domain/pet.js';
import { systemClock } from '../source/platform/time/clock.js';
import { diskFileSystem } from '../source/platform/files/file-system.js';
import { inLanes } from '../source/platform/concurrency/turns.js';
import { createPetClient } from '../source/client/pet-client.js';
import { createLocalFiles } from '../source/local/local-files.js';
import { createEngine } from '../source/sync/engine.js';
import type { Engine } from '../source/sync/api.js';
import { refusals } from '../test/campaigns/simulation/post-faults.js';
import { marksOption } from '../test/campaigns/simulation/marks.js';
import { toEnd } from '../test/campaigns/simulation/promises.js';
import { findStuck } from '../test/helpers/checker/find-stuck.js';
import { judgeRecord, type PromisedTo } from '../test/helpers/checker/judge-record.js';
import {
  createFaultService,
  type FaultService,
  type FaultServiceOptions,
  firstTenant,
} from '../test/helpers/fault-service/fault-service.js';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '25' },
    belief: { type: 'string', default: '' },
    settle: { type: 'string', default: '500' },
    lanes: { type: 'string', default: '4' },
    findings: { type: 'boolean', default: false },
  },
});
const settleMs = Number(values.settle);
const otherKey = 'pst_other';
const secondTenant = 'second';

/** One run: a service, a folder, and the person at the keyboard. */
type Run = {
  readonly service: FaultService;
  readonly number: number;
  /** Ends the present program and opens the folder with this key. */
  open(apiKey?: string): Promise<void>;
  add(name: string, status?: PetStatus): Promise<void>;
  sync(): Promise<void>;
  /** The app's own loop, for so many milliseconds. */
  keepOpen(ms: number): Promise<void>;
  /** Copies the folder; what it returns puts the copy back in its place. */
  backUp(): () => Promise<void>;
  /** Sends from a copy of the folder, as on another machine. */
  sendFromCopy(): Promise<void>;
};

type Belief = {
  readonly name: string;
  readonly options?: FaultServiceOptions;
  /** The store, or the queue, is another one, and asking about it is right: a person confirms, or rightly leaves it. */
  readonly whenAsked?: 'confirm' | 'leave';
  readonly run: (run: Run) => Promise<void>;
};

/** Each attempt may meet a refusal of its own, and each is shown by an animal after it. */
const mostMornings = 3;

const known = ({ service }: Run, count: number): void => {
  for (let number = 1; number <= count; number += 1) {
    service.insert({ name: `Old ${number}`, categoryId: 1 });
  }
};

const beliefs: readonly Belief[] = [
  {
    name: 'V1 an id given again after a rollback',
    whenAsked: 'confirm',
    async run(run) {
      known(run, 5);
      await run.add('Rex');
      await run.sync();
      run.service.rollBack(1);
      run.service.next('insert-then-drop');
      await run.add('Luna');
      await run.sync();
    },
  },
  {
    name: 'V2 202, applied five settle times later',
    async run(run) {
      known(run, 5);
      run.service.next('202-then-insert', { ms: 5 * settleMs });
      await run.add('Rex');
      await run.sync();
    },
  },
  {
    name: 'V3 page cap 50 without Link',
    options: { link: false, imperfections: { cap: 50 } },
    async run(run) {
      known(run, 60);
      run.service.next('insert-then-drop');
      await run.add('Rex');
      await run.sync();
    },
  },
  {
    name: 'V4 sold hidden from the unfiltered list',
    options: { imperfections: { hidden: { status: 'sold', from: 'unfiltered' } } },
    async run(run) {
      known(run, 5);
      run.service.next('insert-then-drop');
      await run.add('Rex', 'sold');
      await run.sync();
    },
  },
  {
    name: 'V5 a bare refusal after the insert, each status',
    async run(run) {
      known(run, 5);
      run.service.next(`insert-then-bare-${refusals[run.number % refusals.length]!}`);
      await run.add('Rex');
      await run.sync();
    },
  },
  {
    name: 'V6 a list that lags 1.5 settle times, four adds in a row',
    options: { imperfections: { lagMs: 1.5 * settleMs } },
    async run(run) {
      for (const name of ['Rex', 'Luna', 'Max', 'Coco']) {
        await run.open();
        await run.add(name);
        await run.sync();
      }

      // Commands come and go: the next one finds out for itself.
      await run.open();
    },
  },
  {
    name: 'V7 one [] while the app is open',
    async run(run) {
      known(run, 5);
      await run.add('Rex');
      await run.sync();
      run.service.configure({ imperfections: { blank: 1 } });
      await run.keepOpen(2 * settleMs);
      run.service.configure({ imperfections: {} });
      await run.add('Luna');
      await run.keepOpen(10 * settleMs);
    },
  },
  {
    name: 'V8a a queue put back in place',
    whenAsked: 'leave',
    async run(run) {
      known(run, 5);
      await run.add('Bella');
      await run.sync();
      await run.add('Rex');
      await run.add('Luna');
      const putBack = run.backUp();
      await run.sync();
      await putBack();
      await run.sync();
    },
  },
  {
    name: 'V8b a queue copied before its first contact',
    whenAsked: 'leave',
    async run(run) {
      known(run, 5);
      await run.add('Rex');
      await run.add('Luna');
      await run.sendFromCopy();
      await run.sync();
    },
  },
  {
    name: 'V9 one of two replicas stands still',
    async run(run) {
      known(run, 5);
      run.service.stopReplica();
      run.service.insert({ name: 'Newer', categoryId: 1 });
      run.service.next('insert-then-drop');
      await run.add('Rex');
      await run.sync();
    },
  },
  {
    name: "V10 another tenant's key",
    options: { tenants: { [otherKey]: secondTenant }, skipped: 1000 },
    whenAsked: 'leave',
    async run(run) {
      known(run, 5);
      for (let number = 1; number <= 5; number += 1) {
        run.service.insert({ name: `Other ${number}`, categoryId: 1 }, secondTenant);
      }

      await run.add('Bella');
      await run.sync();
      await run.add('Rex');
      await run.open(otherKey);
      await run.sync();
    },
  },
];

type Result = {
  readonly lost: number;
  readonly doubled: number;
  readonly crossed: number;
  readonly asked: number;
  readonly reviews: number;
  readonly stuck: number;
  readonly findings: readonly string[];
};

async function live({ options = {}, whenAsked, run }: Belief, number: number): Promise<Result> {
  const service = await createFaultService({ ...options, seed: number });
  const base = mkdtempSync(join(tmpdir(), 'petstore-beliefs-'));
  const folder = join(base, 'store');
  const told: PromisedTo[] = [];
  let isAsked = false;
  /** Each machine has a place for marks of its own. */
  const [marks, marksElsewhere] = [marksOption(), marksOption()];
  const openEngine = (place: string, apiKey: string, placeForMarks = marks): Engine => {
    const engine = createEngine({
      local: createLocalFiles({
        folder: place,
        identity: service.baseUrl,
        machine: 'bench',
        fileSystem: diskFileSystem,
        ...placeForMarks,
      }),
      client: createPetClient({
        baseUrl: service.baseUrl,
        apiKey,
        userAgent: 'petstore-bench',
        clock: systemClock,
        requestTimeoutMs: 5000,
      }),
      clock: systemClock,
      random: Math.random,
      credential: apiKey,
      idempotency: 'unknown',
      process: 'bench',
      settleMs,
      refreshMs: settleMs,
    });
    engine.subscribe(() => (isAsked ||= engine.snapshot().connection.state === 'changed'));
    return engine;
  };
  let key = service.apiKey;
  let engine = openEngine(folder, key);
  const sync = (which: Engine, timeoutMs = 8 * settleMs) =>
    which.sync({ timeoutMs, signal: new AbortController().signal });
  const scene: Run = {
    service,
    number,
    async open(apiKey = key) {
      await engine.stop();
      key = apiKey;
      engine = openEngine(folder, key);
    },
    async add(name, status) {
      const categoryId = toInt64(2)!;
      const { localId } = await engine.add({ name, categoryId, ...(status === undefined ? {} : { status }) });
      told.push({
        localId,
        name,
        categoryId,
        status,
        acknowledged: 'yes',
        tenant: key === otherKey ? secondTenant : firstTenant,
      });
    },
    async sync() {
      await sync(engine);
    },
    async keepOpen(ms) {
      engine.start();
      await pause(ms);
    },
    backUp() {
      const copy = join(base, 'backup');
      cpSync(folder, copy, { recursive: true });
      return async () => {
        await engine.stop();
        // The folder itself stays, as with rsync --delete.
        for (const name of ['queue', 'fences', 'imports', 'archive.json', 'archive.copy.json', 'cache']) {
          rmSync(join(folder, name), { recursive: true, force: true });
        }

        cpSync(copy, folder, { recursive: true });
        engine = openEngine(folder, key);
      };
    },
    async sendFromCopy() {
      const copy = join(base, 'copy');
      cpSync(folder, copy, { recursive: true });
      const other = openEngine(copy, key, marksElsewhere);
      await sync(other);
      await other.stop();
    },
  };

  const read = async (): Promise<readonly Entry[]> => {
    const entries = await Promise.all(told.map(({ localId }) => engine.findEntry(localId)));
    return entries.flatMap((entry) => entry ?? []);
  };

  try {
    await run(scene);
    // All is well now, and long enough for every lag and every late insert.
    const { cap, hidden } = options.imperfections ?? {};
    service.configure({
      imperfections: { ...(cap === undefined ? {} : { cap }), ...(hidden === undefined ? {} : { hidden }) },
    });
    await pause(5 * settleMs);
    const wasAsking = engine.snapshot().connection.state;
    await sync(engine);
    if (whenAsked === 'confirm' && engine.snapshot().connection.state === 'changed') {
      await engine.resume();
      await sync(engine);
    }

    // On the next morning somebody adds a later animal, which shows the answer of one whose answer was lost.
    let found = await read();
    for (
      let mornings = 0;
      mornings < mostMornings && whenAsked !== 'leave' && findStuck(found, { state: 'online' }).length > 0;
      mornings += 1
    ) {
      await scene.add(`Late ${mornings}`);
      await sync(engine);
      found = await read();
    }

    const record = [firstTenant, secondTenant].flatMap((tenant) =>
      service.inserted(tenant).map((row) => ({ ...row, tenant })),
    );
    const verdict = judgeRecord(record, told, new Map(found.map((entry) => [entry.localId, toEnd(entry)])));
    const stuck =
      whenAsked === 'leave'
        ? []
        : findStuck(found, { state: whenAsked === 'confirm' ? engine.snapshot().connection.state : wasAsking });
    return {
      lost: verdict.lost.certain,
      doubled: verdict.doubled.certain,
      crossed: verdict.crossed,
      asked: Number(isAsked),
      reviews: found.filter(({ state }) => state === 'review').length,
      stuck: stuck.length,
      findings: [...verdict.findings, ...stuck],
    };
  } finally {
    await engine.stop();
    await service.stop();
    rmSync(base, { recursive: true, force: true });
  }
}

const widths = [58, 22, 10, 7, 6, 6];
const toLine = (cells: readonly string[]): string =>
  `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
const runs = Number(values.runs);
console.log(`${runs} runs each, settle time ${settleMs} ms\n`);
console.log(toLine(['belief', 'lost/doubled/crossed', 'runs hit', 'asked', 'review', 'stuck']));
console.log(`|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`);
let isClean = true;
for (const belief of beliefs.filter(({ name }) => new RegExp(values.belief, 'iu').test(name))) {
  const results: Result[] = [];
  await inLanes(
    Array.from({ length: runs }, (_, index) => index + 1),
    Number(values.lanes),
    async (number) => {
      results.push(await live(belief, number));
    },
  );
  const sum = (of: (result: Result) => number): number => results.reduce((total, result) => total + of(result), 0);
  const isHit = ({ lost, doubled, crossed, stuck }: Result): boolean => lost + doubled + crossed + stuck > 0;
  const hit = results.filter(isHit).length;
  isClean &&= hit === 0;
  console.log(
    toLine([
      belief.name,
      `${sum(({ lost }) => lost)}/${sum(({ doubled }) => doubled)}/${sum(({ crossed }) => crossed)}`,
      `${hit} of ${runs}`,
      String(sum(({ asked }) => asked)),
      String(sum(({ reviews }) => reviews)),
      String(sum(({ stuck }) => stuck)),
    ]),
  );
  if (values.findings) {
    results
      .filter(isHit)
      .slice(0, 5)
      .forEach(({ findings }) => console.log(`    ${findings.join('; ')}`));
  }
}

process.exitCode = isClean ? 0 : 1;
