/**
 * Notices what happens with the store, shows it, and writes it into the change log. It is disposable, so no failure is
 * shown.
 *
 * The store shows an animal of a person's own before anybody knows whose it is: its answer is lost, or another window
 * waits for it. So a newcomer is told only after the queue was read, and never while an open attempt may be it.
 */
import { type Activity, mergeActivities, toSettled } from '../../domain/activity.ts';
import type { ConnectionState } from '../../domain/connection.ts';
import type { Int64 } from '../../domain/int64.ts';
import type { Entry } from '../../domain/entry.ts';
import type { SavedCopy } from '../../local/saved-pets.ts';
import { createTurns } from '../../platform/concurrency/turns.ts';
import { isoNow } from '../../platform/time/clock.ts';
import type { EngineState } from '../state.ts';
import { findOurs } from '../reconcile/ownership.ts';
import { refreshQueue } from '../reconcile/queue-view.ts';
import { findChanges, summariseChanges } from '../list/find-changes.ts';
import { findSavedPet } from '../list/saved-lists.ts';

/** How long an animal is marked as new, in milliseconds. */
const newForMs = 60_000;

/** The activities of one store. Notices only after `begin`. */
export function createActivities(engine: EngineState) {
  const { local, clock } = engine;
  let before: SavedCopy | undefined;
  let settled: ReadonlyMap<string, string> = new Map();
  let connection: ConnectionState = 'online';
  let loaded: readonly Activity[] = [];
  let noticed: readonly Activity[] = [];
  let unsaved: readonly Activity[] = [];
  /** Differences of lists that were not told yet: the newcomers among them may be ours. */
  let untold: readonly Activity[] = [];
  /** The newcomers of the open app, and when they are new no longer. */
  const newUntil = new Map<Int64, number>();
  let isOnlineTold = false;

  /** A person may say of one that was told that it is theirs. */
  const isNobodys = (id: Int64): boolean => local.queue.owners(id).length === 0;
  const isNews = (activity: Activity): boolean => activity.kind !== 'new' || isNobodys(activity.id);

  /** A person may take back that it is theirs. */
  const isRecognised = (activity: Activity): boolean =>
    activity.kind === 'new' && local.queue.owners(activity.id).some(({ adopted }) => adopted !== undefined);

  function noteConnection(): void {
    const { state } = engine.snapshot().connection;
    if (before && state !== connection && state !== 'connecting') {
      connection = state;
      take([{ at: isoNow(clock), kind: 'connection', state }]);
    }
  }

  function take(found: readonly Activity[]): void {
    if (found.length > 0) {
      noticed = [...noticed, ...found];
      unsaved = [...unsaved, ...found];
      show();
    }
  }

  /** For those that the archive has taken by the next time: the others tell it themselves. */
  function findSettled(): readonly Activity[] {
    const { entries } = engine.snapshot();
    const known = settled;
    settled = settledOf(entries);
    const changed = entries.filter(({ localId }) => known.get(localId) !== settled.get(localId));
    return changed.flatMap((entry) => toSettled(entry) ?? []);
  }

  function show(): void {
    engine.show({ activities: mergeActivities(loaded, noticed).filter(isNews) });
  }

  const showNewcomers = (): void => engine.show({ newcomers: new Set([...newUntil.keys()].filter(isNobodys)) });

  /** Tells the differences, once it is known which newcomers are nobody's here. Those that may be ours wait. */
  async function judge(): Promise<void> {
    const { saved } = engine;
    const seen = before && saved !== before ? findChanges(before, saved, isoNow(clock)) : [];
    before &&= saved;
    untold = [...untold, ...seen];
    const found = untold;
    if (newUntil.size > 0) {
      showNewcomers();
    }

    if (found.length === 0) {
      return;
    }

    const ids = found.flatMap((activity) => (activity.kind === 'new' && isNews(activity) ? activity.id : []));
    if (ids.length > 0) {
      // The record of an attempt is on the disk before the store can have its animal.
      await refreshQueue(engine, { looksAround: false });
      await local.archive.prepareOwners(ids);
    }

    const whose = findOurs(engine);
    const ofNewcomer = (activity: Activity): ReturnType<typeof whose> => {
      const pet = activity.kind === 'new' ? findSavedPet(engine.saved, activity.id) : undefined;
      return pet && whose(pet);
    };
    const judged = found.map((activity) => [activity, ofNewcomer(activity)] as const);
    untold = judged.flatMap(([activity, owner]) =>
      owner === 'perhaps-ours' || isRecognised(activity) ? activity : [],
    );
    const news = summariseChanges(judged.flatMap(([activity, owner]) => (owner === undefined ? activity : [])));
    news.forEach((activity) => activity.kind === 'new' && newUntil.set(activity.id, clock.uptime() + newForMs));
    take(news);
    showNewcomers();
  }

  const turns = createTurns();
  // What cannot be read just now is told the next time.
  const tell = (): Promise<void> => turns.take(judge).catch(() => undefined);
  engine.subscribe(noteConnection);

  return {
    /** The saved copy was read: what differs from it from here on is news. */
    begin() {
      if (!before) {
        before = engine.saved;
        settled = settledOf(engine.snapshot().entries);
      }
    },
    tell,
    /** Newcomers that are new no longer are shown as any other. */
    forgetOld() {
      const old = [...newUntil].filter(([, end]) => clock.uptime() >= end);
      old.forEach(([id]) => newUntil.delete(id));
      if (old.length > 0) {
        showNewcomers();
      }
    },
    /** Milliseconds until the first one is new no longer; Infinity: without newcomers. */
    endIn: () => Math.min(Infinity, ...newUntil.values()) - clock.uptime(),
    /** Shows the rows of others in the change log after a moment, and those noticed here; `all`: whatever it holds. */
    async load(since: string, { all } = { all: false }) {
      loaded = await local.changeLog.readSince(since, clock.now());
      if (all) {
        engine.show({ recorded: await local.changeLog.readAll() });
      }

      show();
    },
    /** Whether something was noticed that the log does not have. */
    hasNews: () => unsaved.length > 0,
    async save() {
      if (!before || local.newer()) {
        return;
      }

      await tell();
      take(findSettled());
      // That the store is in reach ends what another program may have written about it.
      const isBack = !isOnlineTold && engine.snapshot().connection.state === 'online';
      isOnlineTold ||= isBack;
      const news = unsaved.filter(isNews);
      const rows: readonly Activity[] =
        isBack && connection === 'online'
          ? [...news, { at: isoNow(clock), kind: 'connection', state: 'online' }]
          : news;
      unsaved = [];
      if (rows.length > 0) {
        await local.changeLog.append(rows).catch(() => undefined);
      }
    },
  };
}

/** The state of each entry, and since when it is settled: one may be refused once more. */
function settledOf(entries: readonly Entry[]): ReadonlyMap<string, string> {
  return new Map(entries.map((entry) => [entry.localId, `${entry.state} ${toSettled(entry)?.at ?? ''}`]));
}
