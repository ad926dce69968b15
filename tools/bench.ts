/**
 * `npm run bench`: how fast the program opens, against what a Node program can do at best, measured on this machine in
 * one go.
 *
 *     npm run bench -- [--only NAME]... [--runs N] [--json] [--no-build]
 *
 * Exits with 1 where a goal is missed. docs/internals/performance.md keeps the last table.
 */
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { describeMachine, toTable } from './bench/measure/report.ts';
import { isMet, type Row } from './bench/measure/row.ts';
import { createWorld, type World } from './bench/measure/world.ts';
import { measureBytesPerMove } from './bench/measurements/bytes-per-move.ts';
import { measureCommands } from './bench/measurements/commands.ts';
import { measureFilterKey } from './bench/measurements/filter-key.ts';
import { measureFirstFrame } from './bench/measurements/first-frame.ts';
import { measureGetFromService } from './bench/measurements/get-from-service.ts';
import { measureIdle } from './bench/measurements/idle.ts';
import { measureInstall } from './bench/measurements/install.ts';
import { measureKeyToPaint } from './bench/measurements/key-to-paint.ts';
import { measureManyChanges } from './bench/measurements/many-changes.ts';
import { measureMemory } from './bench/measurements/memory.ts';
import { measureServiceRates } from './bench/measurements/service-rates.ts';

const measurements: Readonly<Record<string, (world: World) => readonly Row[] | Promise<readonly Row[]>>> = {
  'first-frame': measureFirstFrame,
  commands: measureCommands,
  'get-from-service': measureGetFromService,
  'key-to-paint': measureKeyToPaint,
  'filter-key': measureFilterKey,
  'many-changes': measureManyChanges,
  'bytes-per-move': measureBytesPerMove,
  memory: measureMemory,
  'service-rates': measureServiceRates,
  idle: measureIdle,
  install: measureInstall,
};

const { values } = parseArgs({
  allowNegative: true,
  options: {
    only: { type: 'string', multiple: true, default: Object.keys(measurements) },
    runs: { type: 'string', default: '31' },
    json: { type: 'boolean', default: false },
    build: { type: 'boolean', default: true },
  },
});

if (values.build && spawnSync(process.execPath, ['tools/build.ts'], { stdio: 'inherit' }).status !== 0) {
  throw new Error('The build failed; nothing was measured.');
}

const world = createWorld(Number(values.runs));
const rows: Row[] = [];
try {
  for (const name of values.only) {
    const measure = measurements[name];
    if (!measure) {
      throw new Error(`There is no measurement "${name}". There are: ${Object.keys(measurements).join(', ')}.`);
    }

    process.stderr.write(`${name} ...\n`);
    rows.push(...(await measure(world)));
  }
} finally {
  world.close();
}

const machine = describeMachine();
const heading = `${machine}; medians of ${world.runs} interleaved runs`;
console.log(
  values.json
    ? JSON.stringify(
        { machine, runs: world.runs, rows: rows.map((row) => ({ ...row, met: isMet(row) })) },
        undefined,
        2,
      )
    : `${heading}\n\n${toTable(rows)}`,
);
process.exitCode = rows.every(isMet) ? 0 : 1;
