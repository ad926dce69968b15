import type { Entry } from '../../../domain/entry.js';
import { findWaits } from '../../../sync/outbox/waits.js';
import type { Snapshot, SyncReport } from '../../../sync/api.js';
import { rawInteger } from '../../../platform/json/json.js';
import type { Run } from '../../parse/command.js';
import type { Context } from '../../run/context.js';
import { exitCode } from '../../run/exit-code.js';
import { interruptionOf } from '../../run/interrupt.js';
import { localEnd } from '../../print/local-time.js';
import { describeConnection } from '../../print/say-connection.js';
import { warnOfUnreadable } from '../../run/warn-of-unreadable.js';

const defaultTimeoutMs = 120_000;

/** `petstore sync`: once, or with --watch again and again until Ctrl-C. */
export const syncStore: Run<'watch' | 'timeout' | 'resume'> = async (input, context) => {
  const { engine } = await context.openSession();
  const { settings } = await context.openHome();
  const { output, signal } = context;
  const timeoutMs = input.duration('timeout') ?? defaultTimeoutMs;
  let wasOffline = false;
  for (;;) {
    const syncOnce = () => engine.sync({ timeoutMs, signal, onProgress: (done, total) => output.progress(`Sending ${done}/${total}`) });
    let report = await syncOnce();
    if (report.connection.state === 'changed' && input.has('resume')) {
      await engine.resume();
      report = await syncOnce();
    }

    warnOfUnreadable(engine.snapshot(), output);
    const isNews = [report.created, report.adopted, report.rejected, report.review].some((done) => done.length > 0);
    const isOffline = report.connection.state === 'working-offline';
    if (!input.has('watch') || isNews) {
      await printReport(report, context, engine.snapshot());
    } else if (isOffline && !wasOffline) {
      output.warn(describeConnection(report.connection));
    }

    wasOffline = isOffline;

    const { readOnly } = engine.snapshot();
    if (readOnly) {
      output.warn(readOnly.message);
    }

    if (!input.has('watch') || signal.aborted) {
      return interruptionOf(signal) ?? (readOnly ? exitCode.storage : undefined) ?? toExit(report, engine.snapshot().unreadable.length > 0);
    }

    await context.clock.wait(settings.refreshMs, signal);
  }
};

type Key = 'created' | 'adopted' | 'rejected' | 'review';
const words: Readonly<Record<Key, (id: string) => string>> = {
  created: (id) => `is #${id}`,
  adopted: (id) => `was there already: it is #${id}`,
  rejected: () => 'was rejected; see `petstore queue`',
  review: () => 'needs you; see `petstore queue`',
};

async function printReport(report: SyncReport, { output, clock }: Context, snapshot: Snapshot): Promise<void> {
  const keys = Object.keys(words) as Key[];
  const done = keys.flatMap((key) => report[key].map(({ localId, id }) => ({ key, localId, id: id ?? '' })));
  const toWire = (key: Key) => report[key].map(({ localId, id }) => ({ localId, ...(id === undefined ? {} : { id: rawInteger(id) }) }));
  await output.print({
    json: {
      connection: report.connection.state,
      ...Object.fromEntries(keys.map((key) => [key, toWire(key)])),
      waiting: report.waiting,
      refreshed: report.refreshed,
    },
    screen: { lines: done.map(({ key, localId, id }) => `${localId} ${words[key](id)}`) },
    rows: { titles: ['localId', 'outcome', 'id'], rows: done.map(({ key, localId, id }) => [localId, key, id]) },
  });
  output.say(summarise(report, snapshot, clock.now()));
}

function summarise({ connection, created, adopted, waiting, refreshed }: SyncReport, { otherSender, entries }: Snapshot, now: number): string {
  const sent = created.length + adopted.length;
  const checking = entries.filter(({ state }) => state === 'checking').length;
  const needy = entries.filter(({ state }) => state === 'rejected' || state === 'review').length;
  // Those wait for a person, not for the store.
  const kept = waiting - needy;
  const sentences = [
    sent === 0 ? (checking === 0 ? 'Nothing was sent.' : 'No animal is known to have arrived.') : `${sent} ${sent === 1 ? 'animal is' : 'animals are'} on the store.`,
    ...(waiting === 0 ? ['Nothing waits.'] : []),
    ...(kept > 0 ? [`${kept} still ${kept === 1 ? 'waits' : 'wait'}, and ${kept === 1 ? 'is' : 'are'} kept.`] : []),
    ...(checking > 0 ? [`Whether ${checking === kept ? (checking === 1 ? 'it' : 'they') : `${checking} of them`} arrived is found out before anything is sent again.`] : []),
    ...describeWaits(entries, now),
    ...(needy > 0 ? [`${needy} ${needy === 1 ? 'needs' : 'need'} you (\`petstore queue\`).`] : []),
    ...(kept > 0 && otherSender ? ['Another petstore is sending just now; one that hangs is named by `petstore doctor`.'] : []),
    ...(connection.state === 'online' ? [refreshed ? 'The lists are up to date.' : 'The lists could not be refreshed.'] : [describeConnection(connection)]),
  ];
  return sentences.join(' ');
}

/** More than these only fill the screen. */
const mostBlockers = 3;

/** What holds animals back that could be sent otherwise: the store's own wish, and animals that have to be decided first. */
function describeWaits(entries: readonly Entry[], now: number): readonly string[] {
  const waitOf = findWaits(entries, now);
  const waits = entries.flatMap((entry) => waitOf(entry) ?? []);
  const until = waits.find((wait) => wait.type === 'deferred')?.until;
  const blockers = [...Map.groupBy(waits.flatMap((wait) => (wait.type === 'blocked' ? [wait.by.localId] : [])), (localId) => localId)];
  return [
    ...(until === undefined ? [] : [`The store asked to wait until ${localEnd(until)}; nothing is sent before.`]),
    ...blockers.slice(0, mostBlockers).map(([localId, { length }]) => `${length} ${length === 1 ? 'waits' : 'wait'} for ${localId} to be decided, which has the same name and category (\`petstore queue show ${localId}\`).`),
    ...(blockers.length > mostBlockers ? [`Others wait for ${blockers.length - mostBlockers} more animals to be decided.`] : []),
  ];
}

/** The first that applies of 4, 5, 6, 8, 0. */
function toExit({ connection, rejected, waiting }: SyncReport, isUnreadable: boolean): number {
  switch (connection.state) {
    case 'unauthorized':
      return exitCode.unauthorized;
    case 'offline':
    case 'intercepted':
    case 'error':
    case 'misconfigured':
    case 'connecting':
      return exitCode.unreachable;
    case 'working-offline':
      return exitCode.waiting;
    case 'online':
    case 'changed':
      return rejected.length > 0 ? exitCode.rejected : waiting > 0 || isUnreadable || connection.state === 'changed' ? exitCode.waiting : exitCode.done;
  }
}
