/** One case: a deed with one failing system call, then everything well again, judged by the store's own record. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFaultService } from '../../helpers/fault-service/fault-service.ts';
import { runHere, runJsonHere } from '../../helpers/run-here.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import type { Scope } from '../parts/campaign.ts';
import { subjectOf, type Use, usesIn } from './calls.ts';
import type { Deed } from './deeds.ts';
import type { Hold } from './take-hold.ts';

export type Case = {
  /** Whether the call came to that use at all; timing may have made it fewer. */
  readonly isReached: boolean;
  readonly findings: readonly string[];
  /** Animals that are left to a person. */
  readonly reviews: number;
  readonly code: number | null;
};

/** `petstore help exit-codes`, but for that of a mistake of ours. */
const knownCodes = [0, 2, 4, 5, 6, 7, 8];

/** Every use of a call in a deed with nothing wrong. */
export async function listUses(scope: Scope, deed: Deed): Promise<readonly Use[]> {
  const uses: Use[] = [];
  for (const thread of ['main', 'pool'] as const) {
    const scene = await prepare(scope, deed);
    const log = join(scene.elsewhere, 'trace');
    const told = await deed.act(scene.home, scene.env, { log, thread });
    expectDone(told.code, told.text);
    uses.push(...usesIn(readFileSync(log, 'utf8'), thread, scene.home));
    await scene.close();
  }

  return uses;
}

export async function failCall(scope: Scope, deed: Deed, use: Use, error: string): Promise<Case> {
  const scene = await prepare(scope, deed);
  const { home, env, service } = scene;
  const log = join(scene.elsewhere, 'trace');
  const hold: Hold = { log, thread: use.thread, failing: { use, error } };
  const told = await deed.act(home, env, hold);
  const injected = readFileSync(log, 'utf8')
    .split('\n')
    .find((line) => line.includes('(INJECTED)'));
  // What is no file of the program's own is part of an installation, or of the system, that is broken.
  const isReached = injected !== undefined && subjectOf(injected, home) !== undefined;
  const findings: string[] = [];
  if (isReached) {
    findings.push(...(told.code === null || !knownCodes.includes(told.code) ? [`it ended with ${told.code}`] : []));
    findings.push(
      ...(/^\s+at .*[(:]/m.test(told.text) ? ['it printed a stack'] : []),
      ...(told.code !== 0 && told.text.trim() === '' ? ['it said nothing'] : []),
    );
  }

  let waiting = 1;
  let last = '';
  for (let round = 0; round < 5 && waiting > 0; round += 1) {
    if (round === 1) {
      // Of the last one whose answer was lost only the next one tells.
      const { stdout, stderr } = await runHere(home, ['add', '--name', 'Next morning', '--category', '3'], { env });
      findings.push(...(stdout.includes('Next morning') ? [] : [`the next animal was not added: ${stderr}`]));
    }

    const { stdout, stderr } = await runHere(home, ['sync', '--json', '--timeout', '30s'], { env });
    last = stdout + stderr;
    waiting = stdout === '' ? 1 : ((JSON.parse(stdout) as { waiting?: number }).waiting ?? 1);
  }

  const { json } = await runJsonHere(home, ['queue', 'list', '--all'], { env });
  const entries = json['entries'] as readonly { readonly name: string; readonly state: string }[];
  const names = service.inserted().map(({ pet }) => pet.name);
  const count = (name: string): number => names.filter((each) => each === name).length;
  const isVisible = (name: string): boolean =>
    entries.some((entry) => entry.name === name && entry.state !== 'created');
  const before = deed.before.map((words) => words[2]!);
  for (const name of [...before, ...deed.names]) {
    findings.push(...(count(name) > 1 ? [`${name} was sent ${count(name)} times`] : []));
    const isPromised = before.includes(name) || told.promised.includes(name);
    findings.push(...(isPromised && count(name) === 0 && !isVisible(name) ? [`${name} is lost`] : []));
  }

  const reviews = entries.filter(({ state }) => state === 'review').length;
  const stuck = entries.filter(({ state }) => ['queued', 'sending', 'checking'].includes(state));
  findings.push(
    ...(stuck.length > 0
      ? [`${stuck.map(({ name, state }) => `${name} is stuck in ${state}`).join()}: ${last.slice(0, 300)}`]
      : []),
  );
  const some = deed.names.filter((name) => count(name) > 0 || isVisible(name)).length;
  findings.push(...(some > 0 && some < deed.names.length ? [`${some} of ${deed.names.length} are there`] : []));
  await scene.close();
  const where = `${use.call} ${use.nth} (${use.thread}), ${error}`;
  return {
    isReached,
    reviews,
    code: told.code,
    findings: findings.map(
      (finding) => `${where}: ${finding}\n    ${injected ?? ''}\n    ${told.text.trim().slice(0, 400)}`,
    ),
  };
}

function expectDone(code: number | null, text: string): void {
  if (code !== 0) {
    throw new Error(`With nothing wrong it ended with ${code}: ${text}`);
  }
}

async function prepare(scope: Scope, deed: Deed) {
  const home = temporaryFolder(scope);
  const elsewhere = temporaryFolder(scope);
  const service = await createFaultService();
  // Also where the case fails: the process of the tests would wait for it.
  scope.teardown(() => service.stop());
  const env = {
    PETSTORE_BASE_URL: service.baseUrl,
    PETSTORE_API_KEY: service.apiKey,
    PETSTORE_SETTLE: '100ms',
  };
  for (const words of deed.before) {
    const { code, stderr } = await runHere(home, words, { env });
    expectDone(code, stderr);
  }

  return { home, elsewhere, env, service, close: () => service.stop() };
}
