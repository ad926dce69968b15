/**
 * The sync engine: the one door through which screens and commands reach the local store and the service.
 *
 * This file only puts its parts together: `plan` decides, `drain` sends and checks, `refresh` and `look-up` read, `actions`
 * carries out what a person decides, `live` keeps going while the app is open.
 */
import type { Int64 } from '../domain/int64.js';
import { listLimit } from '../domain/contract.js';
import { isoNow } from '../platform/time/clock.js';
import { createTurns } from '../platform/concurrency/turns.js';
import { StorageError, toStorageError } from '../local/documents/storage-error.js';
import { createActions } from './outbox/actions.js';
import type { Context, EngineOptions } from './context.js';
import { ensureReachable } from './health/ensure-reachable.js';
import { createCacheWriter } from './lists/cache-writer.js';
import { drainUntil } from './outbox/drain-until.js';
import { createGuards } from './loop/guards.js';
import { importPets } from './outbox/import-pets.js';
import { type Live, startLive } from './loop/live.js';
import { createLoading } from './loop/loading.js';
import { lookUp, lookUpUnloaded } from './lists/look-up.js';
import { setConnection } from './health/reachability.js';
import { probe } from './lists/probe.js';
import { confirmUntried, isAskedAsPutBack } from './health/put-back.js';
import { checkWholeness, createQueueView } from './outbox/queue-view.js';
import { refreshList } from './lists/refresh.js';
import { confirmReset } from './health/reset-detection.js';
import { emptyCopy } from './lists/saved-lists.js';
import { savedView, showSaved } from './lists/show-saved.js';
import type { Engine, LookUp } from './api.js';
import { createSnapshotSource } from './state.js';
import { createLocalErrors } from './health/local-errors.js';
import { createSuspension } from './loop/suspension.js';
import { confirmTenant, keyToKeep } from './health/tenant.js';
import { joinReports, syncOnce } from './loop/sync-once.js';
import { chooseOffline, noticeOffline } from './health/working-offline.js';

/** Reads and sends nothing before it is asked to, or started. */
export function createEngine(options: EngineOptions): Engine {
  const { local, clock } = options;
  const honours = options.idempotency === 'unknown' ? undefined : options.idempotency === 'honoured';
  const state = createSnapshotSource({
    connection: { state: 'connecting', since: isoNow(clock) },
    ...savedView(emptyCopy),
    loaded: false,
    entries: [],
    unreadable: [],
    queueTrouble: undefined,
    delay: undefined,
    progress: undefined,
    refreshing: false,
    honoursKeys: honours,
    otherSender: false,
    readOnly: undefined,
    summary: undefined,
  });
  const { snapshot, update } = state;
  const context: Context = {
    ...options,
    get credential() {
      return options.credential;
    },
    saved: emptyCopy,
    listing: undefined,
    honours,
    isUnanswered: false,
    paused: undefined,
    isCopied: false,
    workingOffline: false,
    network: new AbortController(),
    retryRequestedAt: 0,
    drains: createTurns(),
    lease: undefined,
    inFlight: new Set(),
    unsaved: new Map(),
    lookUpsEndAt: undefined,
    gone: new Set(),
    hidden: new Set(),
    missed: new Map(),
    update,
    refreshQueue: () => queueView.refresh(),
    snapshot,
  };
  const queueView = createQueueView(context);
  const localErrors = createLocalErrors(context);
  const cacheWriter = createCacheWriter(context, { onError: (error) => localErrors.reportProblem('copy', error), onSaved: () => localErrors.clearProblem('copy') });
  const suspension = createSuspension(context, () => cacheWriter.save());

  let live: Live | undefined;
  let started = false;
  let stopWatching: (() => void) | undefined;
  const loading = createLoading(context, { queueView, cacheWriter, localErrors });
  const loaded = loading.done;
  const requestRound = (): void => live?.requestRound();
  const { guarded, sending, saving } = createGuards(context, { loaded, localErrors, requestRound });
  const find = (id: Int64, offline: boolean, signal?: AbortSignal): Promise<LookUp> => suspension.untilDone(signal, (limited) => lookUp(context, id, { offline, signal: limited }));

  return {
    snapshot,
    subscribe: state.subscribe,
    load: loaded,

    start() {
      if (started) {
        return;
      }

      started = true;
      // Stopped before, as by Ctrl-Z: what was aborted then stays so.
      if (context.network.signal.aborted) {
        context.network = new AbortController();
      }

      void loaded().then(async () => {
        // A folder that is not there cannot be watched, and the first animal may come from another program.
        await local.makeFolders().catch(() => undefined);
        if (!started) {
          return;
        }

        // What cannot be read just now (out of handles) is read again at the next round.
        const follow = (read: () => Promise<boolean>) => (): void =>
          void read().then(
            (changed) => {
              localErrors.clearProblem('watch');
              if (changed) {
                requestRound();
              }
            },
            (error: unknown) => localErrors.reportProblem('watch', error),
          );
        const stops = [
          local.watch(follow(() => queueView.refresh())),
          local.offline.watch(
            follow(async () => {
              const before = context.workingOffline;
              return (await noticeOffline(context)) !== before;
            }),
          ),
        ];
        stopWatching = () => {
          for (const stop of stops) {
            stop();
          }
        };
        live = startLive(context, {
          prepare: loaded,
          onError: (error) => localErrors.reportProblem('round', error),
          onDone: () => localErrors.clearProblem('round'),
          onRound: () => cacheWriter.saveSoon(),
        });
      });
    },

    async stop() {
      started = false;
      stopWatching?.();
      const running = live;
      live = undefined;
      context.network.abort();
      await running?.stop();
      // A person's `:sync` may be sending beside the loop.
      await context.drains.idle();
      cacheWriter.stop();
      await cacheWriter.save();
      options.client.close();
    },

    suspendDuring: (work) => suspension.suspend(work),

    add: (pet) => saving('The animal was not saved', () => local.journal.enter(pet, isoNow(clock), keyToKeep(options.credential))),

    importPets: (pets, request) => saving('Nothing was imported', () => importPets(context, pets, request)),

    async findEntry(localId) {
      await loaded();
      try {
        await local.imports.refresh();
        const entry = await local.journal.find(localId);
        const known = entry ? queueView.shown(entry) : local.archive.find(localId);
        if (!known) {
          checkWholeness(snapshot(), localId);
        }

        return known;
      } catch (error) {
        throw toStorageError(`${localId} cannot be read`, local.folder, error);
      }
    },

    send: (localId, signal) =>
      sending(async () => {
        await suspension.retryAcrossSuspend(signal, (limited) => drainUntil(context, { only: localId, signal: limited, deadline: Infinity }));
        const entry = await local.journal.find(localId);
        if (!entry) {
          throw new StorageError({ code: 'storage_error', message: `The records of ${localId} went away while it was being sent (${local.folder}). Run \`petstore doctor\`.` });
        }

        return queueView.shown(entry);
      }),

    sync: (request) =>
      sending(async () => {
        const reports = await suspension.retryAcrossSuspend(request.signal, (signal) => syncOnce(context, { ...request, signal }));
        const report = reports.reduce(joinReports);
        // Lists that could not be saved are gone with this process: they do not count as refreshed.
        await cacheWriter.save();
        return { ...report, refreshed: report.refreshed && snapshot().readOnly === undefined };
      }),

    refresh: (list, scope, signal) =>
      guarded(async () => {
        const before = snapshot().connection.state;
        if (context.workingOffline) {
          return false;
        }

        update({ refreshing: true });
        try {
          return await suspension.untilDone(signal, (limited) => refreshList(context, list, scope, limited));
        } finally {
          update({ refreshing: false });
          cacheWriter.saveSoon();
          // A person found that the store can be reached again: what waits need not wait for the next round.
          if (before !== 'online' && snapshot().connection.state === 'online') {
            requestRound();
          }
        }
      }),

    async probe(signal) {
      if (!context.workingOffline) {
        await suspension.untilDone(signal, (limited) => (context.honours === undefined ? ensureReachable : probe)(context, limited, listLimit.largest));
      }

      return snapshot().connection;
    },

    async lookUp(id, { offline, signal }) {
      const known = offline && !loading.isBegun() ? await lookUpUnloaded(local, id) : undefined;
      if (known) {
        return known;
      }

      await loaded();
      return await find(id, offline, signal);
    },

    async setWorkingOffline(offline) {
      await loaded();
      const isQuiet = await chooseOffline(context, offline);
      requestRound();
      return isQuiet;
    },

    resume: () =>
      guarded(async () => {
        if (context.isCopied) {
          await local.belonging.confirm();
          context.isCopied = false;
          context.paused = undefined;
          setConnection(context, 'connecting');
        } else if (isAskedAsPutBack(context)) {
          await confirmUntried(context);
        } else if (context.paused?.state === 'changed') {
          if (context.paused.problem?.code === 'key_changed') {
            await confirmTenant(context);
          }

          await confirmReset(context);
          showSaved(context);
          // Until that is written, the next process would ask again.
          await cacheWriter.save();
        }

        context.paused = undefined;
        context.retryRequestedAt = clock.now();
        requestRound();
      }),

    ...createActions(context, { requestRound, lookUp: (id) => find(id, false) }),
  };
}
