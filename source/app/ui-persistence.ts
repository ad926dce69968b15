/**
 * The memory of the app between starts: views in `state/view.json`, forms that were left in `data/drafts.json`. Both go
 * by the key of a store, so that no other one gets them if profiles change their names.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { sortFields } from '../domain/order-pets.js';
import { petFieldList, type PetWord } from '../domain/pet.js';
import { asideMark, type Folders } from '../platform/files/paths.js';
import { makeDurableFolderSync, renameFileSync, replaceFileSync } from '../platform/files/durable-file-sync.js';
import { hasCode } from '../platform/files/errno.js';
import { exclusivelySync } from '../platform/concurrency/kernel-lock.js';
import type { RunIdentity } from '../platform/process/self.js';
import { hashIdentity, identityOf } from './profiles/profiles.js';
import { type Draft, type Profile, tabs, type ViewState } from './workspace.js';

const viewSchema = z.object({
  tab: z.enum(tabs),
  sort: z.enum(sortFields),
  reverse: z.boolean(),
  cursor: z.exactOptional(z.string()),
  filters: z.exactOptional(z.array(z.string())),
  leftAt: z.exactOptional(z.string()),
  leftAfter: z.exactOptional(z.number()),
  closedAt: z.exactOptional(z.string()),
});
/** A field that the version which wrote it did not have is empty. */
const formTexts = Object.fromEntries(
  petFieldList.map(({ word, kind }) => [
    word,
    z._default(kind.choices ? z.enum(['', ...kind.choices]) : z.string(), ''),
  ]),
) as unknown as Record<PetWord, z.ZodMiniType<string>>;
const draftSchema = z.object({
  ...formTexts,
  editing: z.exactOptional(z.object({ localId: z.string(), from: z.object(formTexts) })),
});

/** The key of a store's views and drafts: the same for each name that it has and each address that it moved to. */
export function storeKeyOf(profile: Pick<Profile, 'identity' | 'baseUrl'>): string {
  return `#${hashIdentity(identityOf(profile))}`;
}

const viewPath = ({ state }: Folders): string => join(state, 'view.json');
const draftPath = ({ data }: Folders): string => join(data, 'drafts.json');

function changeKeys(path: string, change: (key: string) => string): void {
  const changed = (): Kept | undefined => {
    const entries = Object.entries(read(path) ?? {});
    return entries.some(([key]) => change(key) !== key)
      ? Object.fromEntries(entries.map(([key, value]) => [change(key), value]))
      : undefined;
  };
  if (changed()) {
    exclusivelySync(path, () => {
      const data = changed();
      if (data) {
        replaceFileSync(path, toText(data));
      }
    });
  }
}

/** Tab, sort and row of the list when the app was left. May be lost. */
export function openViews(folders: Folders) {
  return createRemembered<ViewState>(viewPath(folders), viewSchema);
}

/**
 * Typed text, kept with the lasting files. It belongs to its window, so that no other one goes on with half of
 * somebody's animal; once that is gone, the next one that asks gets it. What cannot be written is kept as long as the
 * program runs, and written with the next one that can be.
 */
export function openDrafts(folders: Folders, run: RunIdentity) {
  const drafts = createRemembered<Draft>(draftPath(folders), draftSchema);
  const unwritten = new Map<string, Draft | undefined>();
  /** The keys of texts that this window put aside, by slot and place: they are offered once that one is over. */
  const asides = new Map<string, string>();
  const mine = (place: string): string => `${place} ${run.id}`;
  const isLeft = (key: string, place: string): boolean =>
    key.startsWith(`${place} `) && run.hasEnded(key.slice(place.length + 1));
  const load = (key: string): Draft | undefined => (unwritten.has(key) ? unwritten.get(key) : drafts.load(key));
  const save = (key: string, draft: Draft | undefined): void => {
    unwritten.set(key, draft);
    for (const [each, value] of unwritten) {
      drafts.save(each, value);
      unwritten.delete(each);
    }
  };
  /** The keys of the texts left at a place. The last one that was written comes first. */
  const keysOfLeft = (place: string): readonly string[] =>
    [...drafts.keys(), ...unwritten.keys()]
      .filter((key) => isLeft(key, place) && ![...asides.values()].includes(key) && load(key) !== undefined)
      .toReversed();
  /** Makes a draft that was left this window's own, under another key; undefined where another one was quicker. */
  const take = (left: string, own: string): Draft | undefined => {
    const isWritten = !unwritten.has(left);
    const draft = isWritten ? drafts.take(left, own) : unwritten.get(left);
    unwritten.delete(left);
    // Values that could not be written, or removed from their file, are known here alone.
    if (!isWritten || unwritten.has(own)) {
      unwritten.set(own, draft);
    }

    return draft;
  };
  /** The key of the text that this window puts aside in a slot of a place. */
  const asideKey = (place: string, slot: string): string => {
    const key = asides.get(`${slot} ${place}`) ?? `${place} ${run.another()}`;
    asides.set(`${slot} ${place}`, key);
    return key;
  };
  return {
    load(place: string): Draft | undefined {
      const own = load(mine(place));
      const left = own === undefined ? keysOfLeft(place) : [];
      return left.reduce((found, key) => found ?? take(key, mine(place)), own);
    },
    /** A change of a queued animal that was left; from then on it is the one that this window puts aside. */
    takeChange(place: string, localId: string): Draft | undefined {
      const left = [mine(place), ...keysOfLeft(place)].find((key) => load(key)?.editing?.localId === localId);
      return left === undefined ? undefined : take(left, asideKey(place, 'change'));
    },
    save: (place: string, draft: Draft | undefined): void => save(mine(place), draft),
    /** Throws as `save` does. */
    add: (place: string, draft: Draft): void => save(`${place} ${run.another()}`, draft),
    /** Keeps a text for the next start, in place of the one that was in the slot before; undefined removes that. */
    putAside(place: string, draft: Draft | undefined, slot = 'emptied 0'): void {
      if (draft || asides.has(`${slot} ${place}`)) {
        save(asideKey(place, slot), draft);
      }
    },
    /** From now on this window too gets those of emptied forms once it has no draft. */
    offerAside(place: string): void {
      const slots = [...asides.keys()].filter((each) => each.startsWith('emptied') && each.endsWith(` ${place}`));
      slots.forEach((slot) => asides.delete(slot));
    },
    /** Another open window goes on with its own under the former key. */
    move(from: string, to: string): void {
      const change = (key: string): string =>
        key === mine(from) || isLeft(key, from) ? `${to}${key.slice(from.length)}` : key;
      for (const [key, draft] of [...unwritten]) {
        unwritten.delete(key);
        unwritten.set(change(key), draft);
      }

      for (const [slot, aside] of [...asides].filter(([each]) => each.endsWith(` ${from}`))) {
        asides.delete(slot);
        asides.set(
          slot.replace(from, () => to),
          change(aside),
        );
      }

      changeKeys(draftPath(folders), change);
    },
  };
}

function createRemembered<T>(path: string, schema: z.ZodMiniType<T>) {
  const load = (key: string): T | undefined => {
    const data = readNow(path);
    // One of another form was written by another version or a person: it is neither shown nor overwritten.
    return Object.hasOwn(data, key) ? schema.safeParse(data[key]).data : undefined;
  };

  return {
    load,
    keys: (): readonly string[] => Object.keys(readNow(path)),
    /** Moves a value to another key, and returns it; undefined if another process took it before. */
    take(from: string, to: string): T | undefined {
      try {
        return exclusivelySync(path, () => {
          const { [from]: taken, ...others } = read(path) ?? {};
          if (taken === undefined) {
            return undefined;
          }

          replaceFileSync(path, toText({ ...others, [to]: taken }));
          return schema.parse(taken);
        });
      } catch {
        // It stays in its place for the next call.
        return load(from);
      }
    },
    /** Throws as `save` does. */
    move: (from: string, to: string): void => changeKeys(path, (key) => (key === from ? to : key)),
    /** Undefined forgets it. Throws a Node error if it cannot be written. */
    save(key: string, value: T | undefined): void {
      makeDurableFolderSync(dirname(path));
      // Read again, because another petstore may have written another store's.
      exclusivelySync(path, () => {
        const data = read(path);
        if (data === undefined) {
          // It may hold typed text.
          renameFileSync(path, `${path}${asideMark}${randomUUID()}`);
        }

        const { [key]: _before, ...others } = data ?? {};
        replaceFileSync(path, toText(value === undefined ? others : { ...others, [key]: value }));
      });
    },
  };
}

type Kept = Readonly<Record<string, unknown>>;

/** The content of a file, empty if it is missing; undefined: it is no such file. Throws a Node error. */
function read(path: string): Kept | undefined {
  try {
    const data: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return typeof data === 'object' && data !== null && !Array.isArray(data) ? (data as Kept) : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || hasCode(error, 'EISDIR')) {
      return undefined;
    }

    if (hasCode(error, 'ENOENT')) {
      return {};
    }

    throw error;
  }
}

/** The same; empty if it cannot be read just now. */
function readNow(path: string): Kept {
  try {
    return read(path) ?? {};
  } catch {
    return {};
  }
}

function toText(data: Kept): string {
  return `${JSON.stringify(data)}\n`;
}
