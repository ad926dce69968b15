/** A life that is killed at one of its steps, and the one that finishes its work. */
import { mkdirSync, rmSync } from 'node:fs';
import { isClean } from '../checker/checker.ts';
import type { FaultName } from '../../helpers/fault-service/faults.ts';
import type { FaultService } from '../../helpers/fault-service/fault-service.ts';
import type { Orders, Said } from './drive.ts';
import { judge } from './judge.ts';
import { finishHere, startDriver } from './run-driver.ts';

const faults: readonly FaultName[] = [
  'drop',
  'insert-then-drop',
  '500',
  'insert-then-500',
  '503',
  'truncated',
  'empty-201',
  'insert-then-html',
  '504-then-insert',
  '429',
  'late-answer',
];
/** One life that is killed, one that finishes. */
export async function liveAndDie(
  service: FaultService,
  folder: string,
  { killAt, seed: own }: { killAt: number; seed: number },
) {
  mkdirSync(folder);
  service.reset();
  service.setChaos({ rate: 0.3, faults, seed: own, ms: 20 });
  const names = (what: string, count: number): readonly string[] =>
    Array.from({ length: count }, (_, number) => `${folder} ${what} ${number}`);
  const orders: Orders = {
    baseUrl: service.baseUrl,
    apiKey: service.apiKey,
    folder,
    settleMs: 100,
    killAt,
    add: names('added', 1),
    importAll: names('imported', 2),
    then: 'send',
  };
  const first = startDriver(orders);
  const isKilled = await first.ended;
  const second = await finishHere(orders);

  const inserts = service.inserted().filter(({ body }) => body.includes(JSON.stringify(`${folder} `).slice(1, -1)));
  const verdict = judge([first.said], second, inserts);
  const entries = second.flatMap((line) => ('entries' in line ? line.entries : []));
  const imported = entries.filter(({ name }) => name.includes(' imported ')).length;
  const stuck = entries
    .filter(({ state }) => state !== 'created' && state !== 'review')
    .map(({ localId, state }) => `${localId} is stuck in ${state}`);
  rmSync(folder, { recursive: true });
  rmSync(`${folder}-state`, { recursive: true, force: true });
  return {
    isKilled,
    steps: first.said.flatMap((line: Said) => ('steps' in line ? [line.steps] : []))[0] ?? 0,
    animals: inserts.length,
    review: entries.filter(({ state }) => state === 'review').length,
    findings: [
      ...(isClean(verdict) ? [] : verdict.findings),
      ...stuck,
      ...(imported === 1 ? ['half of an import is there'] : []),
    ],
  };
}
