import { NoProfileError } from '../../../app/profiles/choose-profile.ts';
import { findStranded, isFound, strandedText } from '../../../app/profiles/waiting-stores.ts';
import type { Engine, Snapshot, SyncReport } from '../../../sync/api.ts';
import { joinReports } from '../../../sync/loop/sync-once.ts';
import { rawInteger } from '../../../platform/json/json.ts';
import type { Run } from '../../parse/command.ts';
import type { Context } from '../../run/context.ts';
import { lostAnswerStart } from '../../../domain/lost-answer.ts';
import { exitOfConnection, exitCode, Failure, troubleOf } from '../../run/failure.ts';
import { interruptionOf } from '../../run/signals.ts';
import { connectionSentence } from '../../../text/connection-sentence.ts';
import { leftSentences } from '../../../text/queue/queue-text.ts';
import { syncedText, syncText } from './sync-text.ts';
import { isWaiting } from '../../../domain/entry.ts';
import { findDeferral } from '../../../domain/waits.ts';
import { dateTimeText } from '../../../platform/time/clock.ts';
import { lengthText } from '../../../text/time-text.ts';

const defaultTimeoutMs = 120_000;

/** `petstore sync`: once, or with --watch again and again until Ctrl-C. */
export const syncStore: Run<'watch' | 'timeout' | 'resume'> = async (input, context) => {
  const { engine } = await context.openSession().catch(failIfStranded);
  const home = await context.openHome();
  const { output, signal } = context;
  const timeoutMs = input.ms('timeout') ?? defaultTimeoutMs;
  /** Whatever still stands of the round before: with --watch each trouble is told once. */
  let standing: readonly string[] = [];
  const isWatching = input.has('watch');
  for (let round = 1; ; round += 1) {
    const end = context.clock.uptime() + timeoutMs;
    // With --watch another round comes anyway.
    const stopTelling = tellWaits(engine, context, isWatching ? 0 : timeoutMs);
    const syncOnce = () => syncOverPauses(engine, context, end, isWatching ? 0 : timeoutMs);
    let report = await syncOnce();
    // A person has confirmed the change of now, not one that comes later.
    if (report.connection.state === 'changed' && input.has('resume') && round === 1) {
      await engine.resume();
      report = joinReports(report, await syncOnce());
    }

    stopTelling();

    const snapshot = engine.snapshot();
    const { connection } = report;
    const isNews = [report.created, report.adopted, report.rejected, report.review].some((done) => done.length > 0);
    // A person is told how things stand, and then what is new; a script gets each round.
    const isTold = !isWatching || isNews || round === 1;
    const strandings = await findStranded(home);
    const stranded = strandings.filter(isFound).map(strandedText);
    await printReport(report, context, snapshot, stranded);
    if (isTold) {
      const isTimeOver = context.clock.uptime() >= end;
      const around = { now: context.clock.now(), isAlone: stranded.length === 0, isTimeOver };
      output.say(syncText(report, snapshot, around));
      output.warn(...strandings.map(strandedText), ...(snapshot.oddPages ? [snapshot.oddPages.message] : []));
    }

    const { readOnly } = snapshot;
    const { texts: unreadable } = troubleOf(snapshot);
    const kind = connection.state === 'online' ? [] : [`${connection.state} ${connection.problem?.code ?? ''}`];
    const storage = readOnly ? [readOnly.message] : [];
    const isNew = (text: string): boolean => !standing.includes(text);
    output.warn(...unreadable.filter(isNew));
    // An interrupted round tells nothing of the store.
    if (!isTold && !signal.aborted && kind.some(isNew)) {
      output.warn(connectionSentence(connection));
    }

    output.warn(...storage.filter(isNew));
    standing = [...unreadable, ...kind, ...storage];

    if (!isWatching || signal.aborted) {
      return (
        interruptionOf(signal) ??
        (readOnly ? exitCode.storage : undefined) ??
        toExit(report, snapshot, stranded.length > 0)
      );
    }

    await context.clock.wait(home.settings.onScreen.refreshMs, signal);
  }
};

/** Without a profile, what waits all the same decides the exit code. */
export function failIfStranded(error: unknown): never {
  throw error instanceof NoProfileError && error.stranded.some(isFound)
    ? new Failure(exitCode.waiting, error.problem)
    : error;
}

/**
 * Syncs, and goes on after a pause that the store answers reads with, if it ends within the time: one that asks for another
 * then, and took nothing in, is in trouble. The engine itself waits out those that it is asked for as it sends an animal.
 */
async function syncOverPauses(
  engine: Engine,
  { clock, signal, output }: Context,
  end: number,
  mostMs: number,
): Promise<SyncReport> {
  const onProgress = (done: number, total: number) => output.progress(`Sending ${done}/${total}`);
  const syncOnce = () => engine.sync({ timeoutMs: end - clock.uptime(), signal, onProgress });
  let report = await syncOnce();
  for (let waited = Infinity; report.waiting < waited; report = joinReports(report, await syncOnce())) {
    const { nextTryAt } = report.connection;
    const waitMs = nextTryAt === undefined ? Infinity : Date.parse(nextTryAt) - clock.now();
    if (waitMs >= Math.min(mostMs, end - clock.uptime())) {
      return report;
    }

    waited = report.waiting;
    await clock.wait(waitMs, signal);
    if (signal.aborted) {
      return report;
    }
  }

  return report;
}

/** A shorter pause of the store is over before it is read, and one that is hardly longer than the last is no news. */
const leastPauseMs = 3000;
const longerByMs = 1000;

/**
 * Says which animals are looked for as soon as that begins, as it takes some minutes, and which pause the store asked
 * for, of an animal or of each request, if that ends within `mostMs`. Returns what ends the telling.
 */
function tellWaits(engine: Engine, { output, clock }: Context, mostMs: number): () => void {
  const told = new Set<string>();
  const end = clock.uptime() + mostMs;
  let toldMs = leastPauseMs - longerByMs;
  return engine.subscribe(() => {
    const { entries, connection } = engine.snapshot();
    const pause = findDeferral(entries, clock.now()) ?? connection.nextTryAt;
    const leftMs = pause === undefined ? 0 : Date.parse(pause) - clock.now();
    if (leftMs > toldMs + longerByMs && leftMs < end - clock.uptime()) {
      toldMs = leftMs;
      const next = entries.some(({ state }) => state === 'queued') ? 'sends' : 'asks again';
      output.say(
        `The store asked for a pause; petstore ${next} in ${lengthText(leftMs)}. Ctrl-C ends the wait, and ` +
          'all animals are kept.',
      );
    }

    const looked = entries.filter(({ state, localId }) => state === 'checking' && !told.has(localId));
    const [first] = looked;
    if (first && connection.state === 'online') {
      looked.forEach(({ localId }) => told.add(localId));
      const which = looked.length === 1 ? `whether ${first.localId}` : `which of ${looked.length} animals`;
      output.say(`${lostAnswerStart(first)}: finding out ${which} arrived, which may take some minutes …`);
    }
  });
}

type Key = keyof typeof syncedText;

async function printReport(
  report: SyncReport,
  { output }: Context,
  snapshot: Snapshot,
  stranded: readonly string[],
): Promise<void> {
  const keys = Object.keys(syncedText) as Key[];
  const done = keys.flatMap((key) => report[key].map(({ localId, id }) => ({ key, localId, id: id ?? '' })));
  const toWire = (key: Key) => report[key].map(({ localId, id }) => ({ localId, id: id && rawInteger(id) }));
  await output.print({
    json: {
      connection: report.connection.state,
      ...Object.fromEntries(keys.map((key) => [key, toWire(key)])),
      waiting: report.waiting,
      refreshed: report.refreshed,
      ...(stranded.length > 0 ? { stranded } : {}),
      error: snapshot.readOnly,
      ...troubleOf(snapshot).json,
    },
    screen: { lines: done.map(({ key, localId, id }) => `${localId} ${syncedText[key](id)}`) },
    tsv: done.map(({ key, localId, id }) => [localId, key, id]),
  });
}

/** The first that applies of 4, 5, 6, 8, 0. */
function toExit(
  { connection: { state }, rejected, waiting }: SyncReport,
  { otherSender, unreadable }: Pick<Snapshot, 'otherSender' | 'unreadable'>,
  isStranded: boolean,
): number {
  const isMore = unreadable.length > 0 || isStranded;
  const exit = exitOfConnection[state];
  // While another petstore sends, this one did not ask the store.
  if (state !== 'online' && state !== 'changed' && !(state === 'connecting' && otherSender)) {
    return exit;
  }

  if (rejected.length > 0) {
    return exitCode.rejected;
  }

  return waiting > 0 || isMore ? exitCode.waiting : exit;
}

/** Begins or ends working offline; tells how it was before, and how many animals wait now. */
async function workOffline(isWanted: boolean, context: Context) {
  const { engine } = await context.openSession();
  const { output } = context;
  const wasOffline = engine.snapshot().connection.state === 'working-offline';
  const isQuiet = await engine.setWorkingOffline(isWanted);
  const snapshot = engine.snapshot();
  const { connection, entries } = snapshot;
  const waiting = entries.filter(({ state }) => isWaiting(state)).length;
  const told = { workingOffline: isWanted, ...(isWanted ? { since: connection.since } : {}), waiting };
  await output.print({
    json: { ...told, ...troubleOf(snapshot).json },
    tsv: [Object.values(told).map(String)],
  });
  output.warn(...troubleOf(snapshot).texts);
  return { wasOffline, isQuiet, since: connection.since, entries };
}

/** `petstore offline`: from here on no petstore that uses this home sends to this store, until `petstore online`. */
export const offline: Run = async (_input, context) => {
  const { wasOffline, isQuiet, since } = await workOffline(true, context);
  const begun = `You have already been working offline since ${dateTimeText(since)}`;
  context.output.say(
    `${wasOffline ? begun : 'Working offline'}: no petstore that uses this home sends to this store, not even after ` +
      'a restart, until `petstore online`. New animals are kept.',
  );
  if (!isQuiet) {
    context.output.warn('Another petstore is sending an animal right now, and stops after it.');
  }
};

/** `petstore online`: ends working offline. It does not send itself. */
export const online: Run = async (_input, context) => {
  const { wasOffline, entries } = await workOffline(false, context);
  const ended = wasOffline ? 'You are working online again.' : 'You were not working offline.';
  const left = leftSentences(entries, 'an open app sends the queue at once, otherwise `petstore sync` does');
  context.output.say([ended, ...left].join(' '));
};
