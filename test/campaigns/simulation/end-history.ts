/**
 * All is well again: the last process of a history goes on until only a person can help, and what came of it is judged
 * from outside.
 */
import { toInt64 } from '../../../source/domain/int64.ts';
import type { Entry } from '../../../source/domain/entry.ts';
import type { Engine } from '../../../source/sync/api.ts';
import type { Verdict } from '../checker/checker.ts';
import { judgeRecord } from '../checker/judge-record.ts';
import { finish, type ManualClock } from '../../helpers/manual-clock.ts';
import type { Store } from '../../helpers/fault-service/store.ts';
import type { createPromises } from './promises.ts';
import type { SimulatedProcess } from './simulated-process.ts';

export type EndedHistory = {
  readonly verdict: Verdict & { readonly crossed: number };
  /** What went wrong beyond the verdict: errors that are no sentence, animals that are stuck, halves of imports. */
  readonly problems: readonly string[];
  readonly entries: readonly Entry[];
  /** It still asks whether the store was reset. */
  readonly isAsking: boolean;
};

export type Ending = {
  readonly clock: ManualClock;
  readonly service: Store;
  readonly promises: ReturnType<typeof createPromises>;
  /** Each is used once; of several each twice. */
  readonly credentials: readonly string[];
  readonly start: (credential: string) => SimulatedProcess;
  readonly tenantOf: (credential: string) => string;
  /** The person no longer works offline. */
  readonly goOnline: (engine: Engine) => Promise<unknown>;
  /** Whether a person who is asked if the store was reset knows of a reason to say yes; so does who has keys of two. */
  readonly isReset: boolean;
};

const hourMs = 3_600_000;
/**
 * What a person who knows that the store was reset does not say yes to by that: they were not asked about the store.
 */
const unconfirmed: readonly string[] = ['queue_copied', 'key_changed'];
/** After so many, a store that is asked about again and again gets no more rounds. */
const mostConfirmations = 3;

export async function endHistory({
  clock,
  service,
  promises,
  credentials,
  start,
  tenantOf,
  goOnline,
  isReset,
}: Ending): Promise<EndedHistory> {
  const entries = new Map<string, Entry>();
  let isAsking = false;
  /** It is asked, rightly, whether what waits was sent before the folder was put back, and nobody answers. */
  let isPutBack = false;
  const isAnother = new Set(credentials.map(tenantOf)).size > 1;
  // Under each key once, and then again: what one of them left undecided may have kept back its like under another.
  for (const [day, credential] of (credentials.length > 1 ? [...credentials, ...credentials] : credentials).entries()) {
    const last = start(credential);
    const { engine } = last;
    await finish(clock, goOnline(engine));
    // What a person confirms is carried out in the rounds after it.
    let isMorning = false;
    for (let rounds = 3, confirmations = 0; rounds > 0; rounds -= 1) {
      // With everything well again nothing may be thrown at all, sentence or not.
      await finish(clock, engine.sync({ timeoutMs: 3 * hourMs, signal: new AbortController().signal })).catch(
        (error: unknown) => promises.errors.push(String(error)),
      );
      const { state, problem } = engine.snapshot().connection;
      if ((isReset || isAnother) && state === 'changed' && !unconfirmed.includes(problem?.code ?? '')) {
        confirmations += 1;
        rounds = confirmations > mostConfirmations ? rounds : Math.max(rounds, 3);
        await finish(clock, engine.resume()).catch((error: unknown) => promises.errors.push(String(error)));
      }

      // The last animals of a day may be settled only by the first one of the next.
      if (!isMorning && engine.snapshot().connection.state === 'online') {
        isMorning = true;
        promises.add(engine, { name: `Next morning ${day}`, categoryId: toInt64(1)! }, tenantOf(credential));
      }

      // More than a day in all: so long an animal may be looked for that no later one of ours tells of.
      await finish(clock, clock.wait(10 * hourMs));
    }

    const { connection } = engine.snapshot();
    isPutBack ||= connection.problem?.code === 'queue_copied';
    isAsking = connection.state === 'changed' && !isPutBack;
    for (const entry of await findAll(engine)) {
      entries.set(entry.localId, entry);
    }

    last.kill(0);
  }

  const ended = [...entries.values()];
  const { promises: told, ends, halves } = promises.settle(ended);
  const verdict = judgeRecord(service.inserted(), told, ends);
  return {
    verdict,
    isAsking,
    entries: ended,
    problems: [
      ...promises.errors,
      ...(isPutBack ? [] : stuck(ended)),
      ...promises.givenUp(ended),
      ...(halves > 0 ? [`${halves} imports are there by half`] : []),
      ...(verdict.crossed > 0 ? [`${verdict.crossed} crossed`] : []),
    ],
  };
}

/** Every entry there ever was, the archive's too: numbers are given out one after the other. */
async function findAll(engine: Engine): Promise<readonly Entry[]> {
  const highest = Math.max(0, ...engine.snapshot().entries.map(({ number }) => number));
  const entries: Entry[] = [];
  for (let number = 1; number <= highest + 100; number += 1) {
    const entry = await engine.findEntry(`Q-${number}`);
    entries.push(...(entry ? [entry] : []));
  }

  return entries;
}

/** With everything well again, only a person can be waited for; an animal behind its undecided twin waits with it. */
function stuck(entries: readonly Entry[]): readonly string[] {
  const needy = entries.some(({ state, undecided }) => state === 'review' || undecided !== undefined);
  return entries
    .filter(({ state }) => state === 'checking' || state === 'sending' || (state === 'queued' && !needy))
    .map(
      ({ localId, state, history }) =>
        `${localId} is stuck in ${state}: ${history.map((record) => record.kind).join(', ')}`,
    );
}
