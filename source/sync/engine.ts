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
import { contact } from './health/ensure-reachable.js';
import { createCopyKeeper } from './lists/cache-writer.js';
import { drainUntil } from './outbox/drain-until.js';
import { createGuards } from './loop/guards.js';
import { importPets } from './outbox/import-pets.js';
import { type Live, startLive } from './loop/live.js';
import { createLoading } from './loop/loading.js';
import { lookUp, lookUpUnloaded } from './lists/look-up.js';
import { observe } from './health/reachability.js';
import { probe } from './lists/probe.js';
import { confirmUntried, isAskedAsPutBack } from './health/put-back.js';
import { checkWholeness, createQueueView } from './outbox/queue-view.js';
import { refreshList } from './lists/refresh.js';
import { confirmReset } from './health/reset-detection.js';
import { emptyCopy } from './lists/saved-lists.js';
import { savedView, showSaved } from './lists/show-saved.js';
import type { Engine, LookUp } from './api.js';
import { createState } from './state.js';
import { createStoreTroubles } from './health/local-errors.js';
import { createSuspension } from './loop/suspension.js';
import { confirmTenant, keyToKeep } from './health/tenant.js';
import { joinReports, syncOnce } from './loop/sync-once.js';
import { chooseOffline, noticeOffline } from './health/working-offline.js';

/** Reads and sends nothing before it is asked to, or started. */
export function createEngine(options: EngineOptions): Engine {
  const { store, clock } = options;
  const honours = options.idempotency === 'unknown' ? undefined : options.idempotency === 'honoured';
  const state = createState({
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
    impatientSince: 0,
    drains: createTurns(),
    lock: undefined,
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
  const troubles = createStoreTroubles(context);
  const copyKeeper = createCopyKeeper(context, { onError: (error) => troubles.note('copy', error), onSaved: () => troubles.clear('copy') });
  const suspension = createSuspension(context, () => copyKeeper.save());

  let live: Live | undefined;
  let started = false;
  let stopWatching: (() => void) | undefined;
  const loading = createLoading(context, { queueView, copyKeeper, troubles });
  const loaded = loading.done;
  const wake = (): void => live?.wake();
  const { guarded, sending, saving } = createGuards(context, { loaded, troubles, wake });
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
        await store.makeFolders().catch(() => undefined);
        if (!started) {
          return;
        }

        // What cannot be read just now (out of handles) is read again at the next round.
        const follow = (read: () => Promise<boolean>) => (): void =>
          void read().then(
            (changed) => {
              troubles.clear('watch');
              if (changed) {
                wake();
              }
            },
            (error: unknown) => troubles.note('watch', error),
          );
        const stops = [
          store.watch(follow(() => queueView.refresh())),
          store.offline.watch(
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
          onError: (error) => troubles.note('round', error),
          onDone: () => troubles.clear('round'),
          onRound: () => copyKeeper.saveSoon(),
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
      copyKeeper.stop();
      await copyKeeper.save();
      options.remote.close();
    },

    suspendDuring: (work) => suspension.during(work),

    add: (pet) => saving('The animal was not saved', () => store.queue.enter(pet, isoNow(clock), keyToKeep(options.credential))),

    importPets: (pets, request) => saving('Nothing was imported', () => importPets(context, pets, request)),

    async findEntry(localId) {
      await loaded();
      try {
        await store.imports.refresh();
        const entry = await store.queue.find(localId);
        const known = entry ? queueView.shown(entry) : store.archive.find(localId);
        if (!known) {
          checkWholeness(snapshot(), localId);
        }

        return known;
      } catch (error) {
        throw toStorageError(`${localId} cannot be read`, store.folder, error);
      }
    },

    send: (localId, signal) =>
      sending(async () => {
        await suspension.through(signal, (limited) => drainUntil(context, { only: localId, signal: limited, deadline: Infinity }));
        const entry = await store.queue.find(localId);
        if (!entry) {
          throw new StorageError({ code: 'storage_error', message: `The records of ${localId} went away while it was being sent (${store.folder}). Run \`petstore doctor\`.` });
        }

        return queueView.shown(entry);
      }),

    sync: (request) =>
      sending(async () => {
        const reports = await suspension.through(request.signal, (signal) => syncOnce(context, { ...request, signal }));
        const report = reports.reduce(joinReports);
        // Lists that could not be saved are gone with this process: they do not count as refreshed.
        await copyKeeper.save();
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
          copyKeeper.saveSoon();
          // A person found that the store can be reached again: what waits need not wait for the next round.
          if (before !== 'online' && snapshot().connection.state === 'online') {
            wake();
          }
        }
      }),

    async probe(signal) {
      if (!context.workingOffline) {
        await suspension.untilDone(signal, (limited) => (context.honours === undefined ? contact : probe)(context, limited, listLimit.largest));
      }

      return snapshot().connection;
    },

    async lookUp(id, { offline, signal }) {
      const known = offline && !loading.isBegun() ? await lookUpUnloaded(store, id) : undefined;
      if (known) {
        return known;
      }

      await loaded();
      return await find(id, offline, signal);
    },

    async setWorkingOffline(offline) {
      await loaded();
      const isQuiet = await chooseOffline(context, offline);
      wake();
      return isQuiet;
    },

    resume: () =>
      guarded(async () => {
        if (context.isCopied) {
          await store.origin.confirm();
          context.isCopied = false;
          context.paused = undefined;
          observe(context, 'connecting');
        } else if (isAskedAsPutBack(context)) {
          await confirmUntried(context);
        } else if (context.paused?.state === 'changed') {
          if (context.paused.problem?.code === 'key_changed') {
            await confirmTenant(context);
          }

          await confirmReset(context);
          showSaved(context);
          // Until that is written, the next process would ask again.
          await copyKeeper.save();
        }

        context.paused = undefined;
        context.impatientSince = clock.now();
        wake();
      }),

    ...createActions(context, { wake, lookUp: (id) => find(id, false) }),
  };
}
