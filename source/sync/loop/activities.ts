/**
 * Notices what happens with the store, shows it, and writes it into the change log. It is disposable, so no failure is
 * shown.
 */
import { type Activity, type ActivityMark, mergeActivities, toSettled } from '../../domain/activity.js';
import type { ConnectionState } from '../../domain/connection.js';
import type { Int64 } from '../../domain/int64.js';
import type { Entry } from '../../domain/entry.js';
import type { SavedCopy } from '../../local/list-cache.js';
import { isoNow } from '../../platform/time/clock.js';
import type { EngineState } from '../engine-state.js';
import { findChanges } from '../lists/find-changes.js';

/** The activities of one store. Notices only after `begin`. */
export function createActivities(engine: EngineState) {
  const { local, clock } = engine;
  let before: SavedCopy | undefined;
  let settled: ReadonlyMap<string, string> = new Map();
  let connection: ConnectionState = 'online';
  let loaded: readonly Activity[] = [];
  let noticed: readonly Activity[] = [];
  let unsaved: readonly Activity[] = [];
  let isOnlineTold = false;

  const isSameTenant = (was: SavedCopy, is: SavedCopy): boolean =>
    was.credential === is.credential ||
    (was.credential !== undefined &&
      is.credential !== undefined &&
      local.footprints.areSame(was.credential, is.credential));

  const isOwn = (id: Int64): boolean => local.journal.owners(id).length > 0;
  /** The answer to an animal of a person's own is there a moment before the record that says whose it is. */
  const isNews = (activity: Activity): boolean => activity.kind !== 'new' || !isOwn(activity.id);

  /** The differences from the last look; cheap without differences. */
  function look(): void {
    if (!before) {
      return;
    }

    const { saved } = engine;
    const at = isoNow(clock);
    const changes =
      saved === before || !isSameTenant(before, saved) ? [] : findChanges(before, saved, at, ({ id }) => isOwn(id));
    before = saved;
    take([...changes, ...findConnection(at)]);
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

  function findConnection(at: string): readonly Activity[] {
    const { state } = engine.snapshot().connection;
    if (state === connection || state === 'connecting') {
      return [];
    }

    connection = state;
    return [{ at, kind: 'connection', state }];
  }

  function show(): void {
    noticed = noticed.filter(isNews);
    engine.show({ activities: mergeActivities(loaded, noticed) });
  }

  engine.subscribe(look);

  return {
    /** The saved copy was read: what differs from it from here on is news. */
    begin() {
      if (!before) {
        before = engine.saved;
        settled = settledOf(engine.snapshot().entries);
      }
    },
    /** Shows the rows of others in the change log after a mark, and those noticed here; `all`: whatever it holds. */
    async load(mark: ActivityMark, { all } = { all: false }) {
      loaded = await local.changeLog.readSince(mark, clock.now());
      if (all) {
        engine.show({ recorded: await local.changeLog.readAll() });
      }

      show();
    },
    /** Writes the noticed activities. */
    async save() {
      if (!before || local.newer()) {
        return;
      }

      look();
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
      if (!noticed.every(isNews)) {
        show();
      }

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
