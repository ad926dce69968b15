/**
 * The sync engine: the one door through which screens and commands reach the local files and the service.
 *
 * This file only puts its parts together: `plan` decides, `drain` sends and checks, `refresh` and `look-up` read,
 * `actions` carries out the decisions of a person, `live` keeps going while the app is open. Every operation goes
 * through `run` once.
 */
import { listLimit } from '../domain/contract.ts';
import { StorageError, toStorageError } from '../local/documents/storage-error.ts';
import { isoNow } from '../platform/time/clock.ts';
import type { Connection } from '../domain/connection.ts';
import type { Entry } from '../domain/entry.ts';
import type { Int64 } from '../domain/int64.ts';
import type { Engine, FoundEntry } from './api.ts';
import { type EngineOptions, EngineState } from './state.ts';
import { confirmQueue } from './reconcile/copied.ts';
import { confirmKeys } from './reconcile/confirm-keys.ts';
import { goOn } from './reconcile/same-store.ts';
import { keepIfNew, knowledgeOf } from './reconcile/known.ts';
import { lookDueIn } from './reconcile/reconcile.ts';
import { enteringOf } from './reconcile/ownership.ts';
import { chooseOffline } from './list/reachability.ts';
import { lookUp } from './reconcile/look-up.ts';
import { probe } from './reconcile/probe.ts';
import { refreshList } from './reconcile/refresh.ts';
import { createActivities } from './loop/activities.ts';
import { startLive } from './loop/live.ts';
import { createRunner } from './loop/run.ts';
import { createLoading, createSaving } from './loop/saved-data.ts';
import { joinReports, syncOnce } from './loop/sync-once.ts';
import { watchLocal } from './loop/watch-local.ts';
import { createActions } from './send/actions.ts';
import { drainUntil, makeDueLooks } from './send/drain.ts';
import { compareImport, importPets, restEnd } from './send/import-pets.ts';
import { findAnimal, findEntered } from './send/find-animal.ts';
import { refreshQueue } from './reconcile/queue-view.ts';
import type { QuestionKind } from './reconcile/troubles.ts';

/** How a person's yes to each question is carried out. Whoever answers a refusal only says that it is tried again. */
const confirm: Partial<Record<QuestionKind, (engine: EngineState, signal: AbortSignal) => Promise<void>>> = {
  copy: confirmQueue,
  key: confirmKeys,
  store: goOn,
};

/** Reads and sends only on request, or once started. */
export function createEngine(options: EngineOptions): Engine {
  const engine = new EngineState(options);
  const { local, clock, localErrors, snapshot } = engine;
  const activities = createActivities(engine);
  const saving = createSaving(engine, activities);
  const load = createLoading(engine, saving, () => activities.begin());
  let live: ReturnType<typeof startLive> | undefined;
  let started = false;
  let stopWatching: (() => void) | undefined;
  const requestRound = (): void => live?.requestRound();
  const { run, save, suspend } = createRunner(engine, { load, requestRound, flush: saving.save });
  const enteredAs = (localId: string): Promise<FoundEntry> =>
    run(
      async () => {
        const found = await findEntered(engine, localId);
        return found.type === 'queued' ? { ...found, entry: engine.asShown(found.entry) } : found;
      },
      { once: true, failed: `${localId} cannot be read` },
    ).catch((error: unknown) => {
      const { problem } = toStorageError(`${localId} cannot be read`, local.folder, error);
      return { type: 'unreadable', localId, problem };
    });
  const lookUpPet = (id: Int64, { offline, signal }: NonNullable<Parameters<Engine['find']>[1]>) =>
    run((limited) => lookUp(engine, id, { offline, signal: limited }), { signal });
  /** The connection is another one by now: the queue need not wait for the next round. */
  const tellLoop = (before: Connection['state']): void => {
    if (snapshot().connection.state !== before) {
      requestRound();
    }
  };

  return {
    snapshot,
    subscribe: engine.subscribe,
    load,

    start() {
      if (started) {
        return;
      }

      started = true;
      // Stopped before, as by Ctrl-Z: the aborted requests stay so.
      engine.renewNetwork();
      void load().then(async () => {
        // A folder that is not there cannot be watched, and the first animal may come from another program.
        await local.makeFolders().catch(() => undefined);
        if (!started) {
          return;
        }

        stopWatching = watchLocal(engine, requestRound);
        live = startLive(engine, { prepare: load, onRound: () => saving.saveSoon(), activities });
      });
    },

    attend: () => live?.attend(),

    async stop() {
      started = false;
      stopWatching?.();
      const running = live;
      live = undefined;
      engine.abortNetwork();
      await running?.stop();
      // A person's `:sync` may be sending beside the loop.
      await engine.drains.idle();
      saving.stop();
      await saving.save();
      engine.client.close();
    },

    suspendDuring: suspend,

    add: (pet, { restMs } = {}) =>
      save('The animal was not saved', () =>
        local.queue
          .enter([pet], isoNow(clock), { ...enteringOf(engine), restsUntil: restEnd(clock.now(), restMs) })
          .then(([entry]) => entry as Entry),
      ),

    importPets: (pets, request) => save('Nothing was imported', () => importPets(engine, pets, request)),
    compareImport: (pets) => run(() => compareImport(engine, pets), { once: true }),

    find: async (id, look) =>
      await findAnimal(
        id,
        { findEntry: enteredAs, lookUp: (petId) => lookUpPet(petId, look ?? { offline: true }) },
        look === undefined,
      ),

    async findEntry(localId) {
      const found = await enteredAs(localId);
      if (found.type === 'unreadable') {
        throw new StorageError(found.problem);
      }

      return 'entry' in found ? found.entry : undefined;
    },

    archived: () =>
      run(
        async () => {
          const entries = await local.archive.all();
          // What another process archived meanwhile is in the queue no longer, and a month that is damaged is told.
          await refreshQueue(engine);
          return entries;
        },
        { once: true, failed: 'The archive cannot be read' },
      ),

    nextLookAt(localId) {
      const entry = snapshot().entries.find((each) => each.localId === localId);
      return entry?.state === 'checking'
        ? new Date(clock.now() + Math.max(0, lookDueIn(entry, knowledgeOf(engine), engine.present()))).toISOString()
        : undefined;
    },

    async send(localId, signal, patienceMs = Infinity) {
      await run(
        (limited) => drainUntil(engine, { only: localId, signal: limited, deadline: clock.uptime() + patienceMs }),
        { signal, sends: true },
      );
      return await run(
        () => {
          const entry = local.queue.entries().find((each) => each.localId === localId);
          if (!entry) {
            const message =
              `${localId} went away while it was being sent (${local.folder}). Run ` + `\`petstore doctor\`.`;
            throw new StorageError({ code: 'storage_error', message });
          }

          return Promise.resolve(engine.asShown(entry));
        },
        { once: true },
      );
    },

    async sync(request) {
      const before = snapshot().connection.state;
      const report = await run((signal) => syncOnce(engine, { ...request, signal }), {
        signal: request.signal,
        sends: true,
        join: joinReports,
      });
      // Lists that could not be saved are gone with this process: they do not count as refreshed.
      await saving.save();
      tellLoop(before);
      return { ...report, refreshed: report.refreshed && snapshot().readOnly === undefined };
    },

    refresh: (list, scope, signal) =>
      run(
        async (limited) => {
          const before = snapshot().connection.state;
          if (engine.workingOffline) {
            return false;
          }

          engine.show({ refreshing: true });
          try {
            if (!started) {
              // Where nothing can be written they are made another time, and the list is shown all the same.
              await makeDueLooks(engine, limited).catch((error: unknown) => localErrors.reportProblem('round', error));
            }

            const isRefreshed = await refreshList(engine, list, scope, limited);
            await keepIfNew(engine);
            return isRefreshed;
          } finally {
            await activities.tell();
            engine.show({ refreshing: false });
            saving.saveSoon();
            tellLoop(before);
          }
        },
        { signal },
      ),

    async loadActivities(since, options) {
      await load();
      await activities.load(since, options);
    },

    probe: (signal) =>
      run(
        async (limited) => {
          if (!engine.workingOffline) {
            await probe(engine, limited, listLimit.largest);
          }

          return snapshot().connection;
        },
        { signal },
      ),

    setWorkingOffline: (offline) =>
      run(
        async () => {
          const isQuiet = await chooseOffline(engine, offline);
          requestRound();
          return isQuiet;
        },
        { once: true },
      ),

    resume: () =>
      run(
        async (signal) => {
          const { first, isForPerson } = engine.questions;
          if (first !== undefined && isForPerson) {
            await confirm[first]?.(engine, signal);
            engine.showSaved();
            // Until that is written, the next process would ask again.
            await saving.save();
            engine.questions.settle(first);
          }

          engine.questions.settle('refusal');
          engine.retryRequestedAt = clock.now();
          requestRound();
        },
        { once: true },
      ),

    ...createActions(engine, { requestRound, lookUp: (id) => lookUpPet(id, { offline: false }) }),
  };
}
