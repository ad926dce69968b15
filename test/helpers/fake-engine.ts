/**
 * An engine in memory, for screens: the same port, scripted by the test. Entries are real ones, folded from real
 * records.
 */
import { type Connection, type MaySend, maySend } from '../../source/domain/connection.ts';
import { type Entry, wantedOf } from '../../source/domain/entry.ts';
import { findClashes, mergeEdit } from '../../source/domain/pet/compare-pets.ts';
import type { Int64 } from '../../source/domain/int64.ts';
import type { NewPet, Pet } from '../../source/domain/pet.ts';
import type { EntryRecord, RecordOf } from '../../source/domain/record.ts';
import { serialiseNewPet } from '../../source/platform/json/json.ts';
import { foldEntry } from '../../source/local/queue/fold-entry.ts';
import { findAnimal } from '../../source/sync/send/find-animal.ts';
import { ActionError, emptySnapshot, type Engine, type Snapshot } from '../../source/sync/api.ts';
import { toActions } from '../../source/sync/send/actions.ts';
import { restEnd } from '../../source/sync/send/import-pets.ts';
import { isAllowed, type QueueStep, type QueueVerb, toRecord } from '../../source/domain/verbs.ts';

const nothingKnown = { known: [], corrections: [], at: undefined };

export type FakeEngine = Engine & {
  /** Changes the snapshot and tells the listeners. */
  show(change: Partial<Omit<Snapshot, 'entries'>>): void;
  /** Appends a record to an entry. */
  record(localId: string, ...records: readonly EntryRecord[]): void;
  /** Pets that only a look-up knows. */
  readonly hidden: Pet[];
  /** What was asked of the engine, in order. */
  readonly asked: string[];
};

export type FakeEngineOptions = {
  readonly pets?: readonly Pet[];
  readonly snapshot?: Partial<Omit<Snapshot, 'entries' | 'pets'>>;
  /** Entries by their records; the first one of each is *entered*. */
  readonly entries?: readonly (readonly [RecordOf<'entered'>, ...EntryRecord[]])[];
  readonly now: () => number;
  /** Saves a new animal; a test may make it fail or answer at once. */
  readonly onAdd?: (engine: FakeEngine, entry: Entry) => void;
};

/** What the engine would answer where the connection is all there is to tell. */
function sendingOf(connection: Connection): MaySend {
  const isPaused =
    connection.state === 'unauthorized' || connection.state === 'misconfigured' || connection.state === 'changed';
  return maySend({
    isNewer: false,
    workingOffline: connection.state === 'working-offline',
    paused: isPaused ? connection : undefined,
    connection,
  });
}

/** The first record of an entry. */
export function entered(localId: string, pet: NewPet, at: string): RecordOf<'entered'> {
  return { kind: 'entered', at, localId, body: serialiseNewPet(pet), key: `key-${localId}` };
}

export function createFakeEngine(options: FakeEngineOptions): FakeEngine {
  const histories = new Map((options.entries ?? []).map((records) => [records[0].localId, [...records]]));
  const listeners = new Set<() => void>();
  const asked: string[] = [];
  const hidden: Pet[] = [];
  const at = (): string => new Date(options.now()).toISOString();
  const list = { fetchedAt: at(), complete: true };
  const connection: Connection = options.snapshot?.connection ?? { state: 'online', since: at() };
  let snapshot: Snapshot = {
    ...emptySnapshot,
    connection,
    sending: sendingOf(connection),
    pets: options.pets ?? [],
    lists: { all: list, available: list, pending: list, sold: list },
    loaded: true,
    ...options.snapshot,
  };

  // Folded one by one as their records come: hundreds at once would else be folded as often as there are of them.
  const entries = new Map<string, Entry>();
  const fold = (localId: string): void => {
    const [first, ...later] = histories.get(localId) ?? [];
    if (first) {
      entries.set(localId, foldEntry(first as RecordOf<'entered'>, later));
    }
  };
  const showEntries = (): void => change({ entries: [...entries.values()] });
  /** Many changes are shown as one, as the real engine does it. */
  let isHeldBack = false;
  const change = (next: Partial<Snapshot>): void => {
    snapshot = { ...snapshot, ...next };
    snapshot = { ...snapshot, sending: sendingOf(snapshot.connection) };
    for (const listener of [...listeners]) {
      listener();
    }
  };
  const find = (localId: string): Entry => {
    const entry = entries.get(localId);
    if (!entry) {
      throw new ActionError({ code: 'not-found', message: `There is no ${localId}.` });
    }

    return entry;
  };
  const take = (step: QueueStep<QueueVerb>): Promise<Entry> => {
    const { action, localId } = step;
    asked.push(`${action} ${localId}`);
    const { state, petId } = find(localId);
    if (!isAllowed(action, find(localId), 'byForm' in step ? step : {})) {
      return Promise.reject(new ActionError({ code: 'not-allowed', message: `${localId} is ${state}.` }));
    }

    const edited = 'pet' in step ? step : undefined;
    if (edited && findClashes(edited, wantedOf(find(localId))).length > 0) {
      const message = `${localId} was changed elsewhere meanwhile (name). Nothing was changed.`;
      return Promise.reject(new ActionError({ code: 'changed_meanwhile', message }));
    }

    const given = {
      at: at(),
      restsUntil: 'restMs' in step ? restEnd(options.now(), step.restMs) : undefined,
      ...(edited ? { body: serialiseNewPet(mergeEdit(edited, wantedOf(find(localId)))), key: 'new' } : {}),
      byForm: 'byForm' in step ? step.byForm : undefined,
      pet:
        'petId' in step
          ? { ...(hidden.find(({ id }) => id === step.petId) ?? find(localId)), id: step.petId }
          : undefined,
      petId: petId ?? ('0' as Int64),
    };
    engine.record(localId, toRecord(action, given));
    return Promise.resolve(find(localId));
  };

  for (const localId of histories.keys()) {
    fold(localId);
  }

  snapshot = { ...snapshot, entries: [...entries.values()] };
  const engine: FakeEngine = {
    asked,
    hidden,
    show: change,
    record(localId, ...records) {
      histories.get(localId)?.push(...records);
      fold(localId);
      if (!isHeldBack) {
        showEntries();
      }
    },
    snapshot: () => snapshot,
    attend: () => undefined,
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    load: () => Promise.resolve(),
    loadActivities: (since, { all } = { all: false }) =>
      Promise.resolve(void asked.push(`activities since ${since}${all ? ', and all before' : ''}`)),
    start: () => void asked.push('start'),
    stop: () => Promise.resolve(void asked.push('stop')),
    suspendDuring: async (work) => {
      await work();
    },
    add(pet, { restMs = 0 } = {}) {
      const number = Math.max(0, ...Array.from(histories.keys(), (id) => Number(id.slice(2)))) + 1;
      const localId = `Q-${number}`;
      asked.push(`add ${serialiseNewPet(pet)}`);
      const restsUntil = restEnd(options.now(), restMs);
      histories.set(localId, [{ ...entered(localId, pet, at()), ...(restsUntil && { restsUntil }) }]);
      fold(localId);
      showEntries();
      const entry = find(localId);
      options.onAdd?.(engine, entry);
      return Promise.resolve(entry);
    },
    changeMany: async (steps) => {
      const changed: Entry[] = [];
      const skipped: { localId: string; problem: ActionError['problem'] }[] = [];
      isHeldBack = true;
      for (const step of steps) {
        const { localId } = step;
        await take(step).then(
          (entry) => changed.push(entry),
          (error: unknown) => skipped.push({ localId, problem: (error as ActionError).problem }),
        );
      }

      isHeldBack = false;
      showEntries();
      return { changed, skipped };
    },
    async importPets(pets, { restMs = 0, held = false }) {
      const localIds: string[] = [];
      for (const pet of pets) {
        const { localId } = await engine.add(pet, { restMs });
        localIds.push(localId);
        if (held) {
          engine.record(localId, { kind: 'held', at: at() });
        }
      }

      return { type: 'queued', localIds, comparison: nothingKnown };
    },
    compareImport: () => Promise.resolve(nothingKnown),
    archived: () => Promise.resolve([]),
    find: (id, look) =>
      findAnimal(
        id,
        {
          findEntry: async (localId) => {
            const entry = await engine.findEntry(localId);
            return entry ? { type: 'queued', entry } : { type: 'no-entry', localId };
          },
          lookUp: (petId) => {
            const pet = [...hidden, ...snapshot.pets].find((each) => each.id === petId);
            const { connection } = snapshot;
            return Promise.resolve(
              pet ? { type: 'pet', pet, source: 'service', fetchedAt: at() } : { type: 'no-pet', petId, connection },
            );
          },
        },
        look === undefined,
      ),
    findEntry: (localId) => Promise.resolve(snapshot.entries.find((entry) => entry.localId === localId)),
    nextLookAt: (localId) =>
      snapshot.entries.some((entry) => entry.localId === localId && entry.state === 'checking')
        ? new Date(options.now() + 18_000).toISOString()
        : undefined,
    send: (localId) => Promise.resolve(find(localId)),
    sync: () =>
      Promise.resolve({
        connection: snapshot.connection,
        created: [],
        adopted: [],
        rejected: [],
        review: [],
        waiting: snapshot.entries.length,
        refreshed: true,
      }),
    refresh(key, scope) {
      asked.push(`refresh ${key} ${scope}`);
      return Promise.resolve(snapshot.connection.state === 'online');
    },
    probe: () => Promise.resolve(snapshot.connection),
    setWorkingOffline(offline) {
      change({ connection: { state: offline ? 'working-offline' : 'online', since: at() } });
      return Promise.resolve(true);
    },
    resume: () => Promise.resolve(void asked.push('resume')),
    ...toActions(take),
  };
  return engine;
}
