/**
 * The memory of the app between starts: views in `state/view.json`, forms that were left in `data/drafts.json`. Both go
 * by the key of a store, so that no other one gets them if profiles change their names.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { sortFields } from '../domain/order-pets.ts';
import { petFieldList, type PetWord } from '../domain/pet.ts';
import { asidePath, type Folders } from '../platform/files/paths.ts';
import { makeDurableFolderSync, renameFileSync, replaceFileSync } from '../platform/files/durable-file-sync.ts';
import { hasCode } from '../platform/files/errno.ts';
import { exclusivelySync } from '../platform/concurrency/kernel-lock.ts';
import type { RunIdentity } from '../platform/process/self.ts';
import { hashIdentity, identityOf } from './profiles/profiles.ts';
import { type Draft, type Profile, tabs, type ViewState } from './workspace.ts';

const viewSchema = z.object({
  tab: z.enum(tabs),
  sort: z.enum(sortFields),
  reverse: z.boolean(),
  cursor: z.exactOptional(z.string()),
  leftAt: z.exactOptional(z.string()),
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
  by: z.string(),
  editing: z.exactOptional(z.object({ localId: z.string(), from: z.object(formTexts) })),
});

/** The key of a store's views and drafts: the same for each name that it has and each address that it moved to. */
export function storeKeyOf(profile: Pick<Profile, 'identity' | 'baseUrl'>): string {
  return `#${hashIdentity(identityOf(profile))}`;
}

/** Tab, sort and row of the list when the app was left. May be lost. */
export function openViews(folders: Folders) {
  const views = createRemembered<ViewState>(join(folders.state, 'view.json'), viewSchema);
  return { ...views, save: (key: string, view: ViewState): void => views.update(key, () => view) };
}

/** Up to when a person knows what happened with a store, by its app, ISO; undefined: that was never left. */
export function lastVisit(folders: Folders, profile: Profile): string | undefined {
  return openViews(folders).load(storeKeyOf(profile))?.leftAt;
}

/** `by`: the run of the program that wrote it. */
type Owned = Draft & { readonly by: string };

/**
 * The typed texts of each place, one for each window that is open, kept with the lasting files: to any other window the
 * place is empty. What a window left that is gone comes to the next one that has none. What cannot be written is kept as
 * long as the program runs, and written with the next one that can be.
 */
export function openDrafts(folders: Folders, run: RunIdentity) {
  const drafts = createRemembered<readonly Owned[]>(join(folders.data, 'drafts.json'), z.array(draftSchema));
  const unwritten = new Map<string, Draft | undefined>();
  let waiting: readonly (readonly [place: string, draft: Draft])[] = [];
  const textOf = ({ by: _, ...draft }: Owned): Draft => draft;
  const leftIn = (found: readonly Owned[] = []): Owned | undefined => found.find(({ by }) => run.hasEnded(by));
  /** What a window left that is gone. It is this one's from then on, unless another one was quicker. */
  const take = (place: string): Draft | undefined => {
    let left = leftIn(drafts.load(place));
    try {
      if (left) {
        drafts.update(place, (present) => {
          left = leftIn(present);
          return present?.map((each) => (each === left ? { ...each, by: run.id } : each));
        });
      }
    } catch {
      // It stays there for the next call.
    }

    return left && textOf(left);
  };
  const loadHere = (place: string): Draft | undefined => {
    const own = drafts.load(place)?.find(({ by }) => by === run.id);
    return unwritten.has(place) || !own ? unwritten.get(place) : textOf(own);
  };
  /** Throws where it cannot be written. */
  const save = (place: string, draft: Draft | undefined): void => {
    unwritten.set(place, draft);
    for (const [each, value] of unwritten) {
      drafts.update(each, (present = []) => {
        const others = present.filter(({ by }) => by !== run.id);
        const kept = value ? [...others, { ...value, by: run.id }] : others;
        return kept.length === 0 ? undefined : kept;
      });
      unwritten.delete(each);
    }
  };
  return {
    load(place: string): Draft | undefined {
      const own = loadHere(place) ?? (unwritten.has(place) ? undefined : take(place));
      const next = own === undefined ? waiting.find(([each]) => each === place) : undefined;
      if (next) {
        waiting = waiting.filter((each) => each !== next);
        unwritten.set(place, next[1]);
      }

      return own ?? next?.[1];
    },
    save,
    /** Keeps a further one as long as the program runs: it comes once there is no other. */
    add(place: string, draft: Draft): void {
      waiting = [...waiting, [place, draft]];
    },
    /** What is at the other place already stays. */
    move(from: string, to: string): void {
      if (unwritten.has(from)) {
        unwritten.set(to, unwritten.get(from));
        unwritten.delete(from);
      }

      waiting = waiting.map(([place, draft]) => [place === from ? to : place, draft]);
      drafts.move(from, to);
    },
  };
}

function createRemembered<T>(path: string, schema: z.ZodMiniType<T>) {
  // One of another form was written by another version or a person: it is not shown.
  const parse = (data: Kept, key: string): T | undefined =>
    Object.hasOwn(data, key) ? schema.safeParse(data[key]).data : undefined;

  return {
    load: (key: string): T | undefined => parse(readNow(path), key),
    /** To a key that has no value yet. Throws as `update` does. */
    move(from: string, to: string): void {
      if (Object.hasOwn(readNow(path), from)) {
        rewrite(path, (data) => {
          const { [from]: moved, ...others } = data;
          return moved === undefined || Object.hasOwn(data, to) ? data : { ...others, [to]: moved };
        });
      }
    },
    /** Undefined forgets it. Throws a Node error if it cannot be written. */
    update: (key: string, change: (present: T | undefined) => T | undefined): void =>
      rewrite(path, (data) => ({ ...data, [key]: change(parse(data, key)) })),
  };
}

/** Changes what is there now: another petstore may have written. */
function rewrite(path: string, change: (data: Kept) => Kept): void {
  makeDurableFolderSync(dirname(path));
  exclusivelySync(path, () => {
    const data = read(path);
    if (data === undefined) {
      // It may hold typed text.
      renameFileSync(path, asidePath(path, existsSync));
    }

    // JSON leaves out what is undefined.
    replaceFileSync(path, `${JSON.stringify(change(data ?? {}))}\n`);
  });
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
