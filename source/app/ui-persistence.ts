/**
 * What the app remembers between starts: the view of each profile, in `state/view.json`, and forms left before they
 * were saved, in `data/drafts.json`.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { LowSync, type SyncAdapter } from 'lowdb';
import * as z from 'zod/mini';
import { sortFields } from '../domain/order-pets.js';
import { petFieldList, type PetWord } from '../domain/pet.js';
import { asideMark } from '../platform/files/own-names.js';
import { renameFileSync, replaceFileSync } from '../platform/files/durable-file-sync.js';
import { hasCode } from '../platform/files/errno.js';
import { exclusivelySync } from '../platform/concurrency/exclusively.js';
import { makeFolderSync } from '../platform/files/make-folder.js';
import type { Folders } from '../platform/files/paths.js';
import type { RunIdentity } from '../platform/process/run-identity.js';
import { type Draft, tabs, type ViewState } from './workspace.js';

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
const draftSchema = z.object(
  Object.fromEntries(
    petFieldList.map(({ word, kind }) => [
      word,
      z._default(kind.choices ? z.enum(['', ...kind.choices]) : z.string(), ''),
    ]),
  ) as unknown as Record<PetWord, z.ZodMiniType<string>>,
);

/** Small things by the name of a profile. */
export type Remembered<T> = {
  load(profile: string): T | undefined;
  /** Undefined forgets it. Throws a Node error if it cannot be written. */
  save(profile: string, value: T | undefined): void;
};

/** Tab, sort and row of the list when the app was left. May be lost. */
export function openViews(folders: Folders): Remembered<ViewState> {
  return createRemembered(join(folders.state, 'view.json'), (data) => viewSchema.parse(data));
}

/** The draft of this window for each profile, and those that come after it. */
export type Drafts = Remembered<Draft> & {
  /** Keeps a further one, which this window gets once it has no draft any more. Throws as `save` does. */
  add(profile: string, draft: Draft): void;
};

/**
 * What was typed into a form and not saved. Among what lasts, as nobody likes to type twice.
 *
 * A draft belongs to the window it was typed in, so that no other window goes on with half of somebody's animal. Once
 * that window is gone, the next one that asks gets it. What cannot be written is kept as long as the program runs, and
 * written with the next one that can be.
 */
export function openDrafts(folders: Folders, { id, another, hasEnded }: RunIdentity): Drafts {
  const drafts = createRemembered(join(folders.data, 'drafts.json'), (data) => draftSchema.parse(data));
  const unwritten = new Map<string, Draft | undefined>();
  // No name of a profile holds a space. Before windows were told apart, the name alone was the key.
  const mine = (profile: string): string => `${profile} ${id}`;
  const isLeft = (key: string, profile: string): boolean =>
    key === profile || (key.startsWith(`${profile} `) && hasEnded(key.slice(profile.length + 1)));
  const load = (key: string): Draft | undefined => (unwritten.has(key) ? unwritten.get(key) : drafts.load(key));
  const save = (key: string, draft: Draft | undefined): void => {
    unwritten.set(key, draft);
    for (const [each, value] of unwritten) {
      drafts.save(each, value);
      unwritten.delete(each);
    }
  };
  /** Makes a draft that was left this window's own; undefined where another one was quicker. */
  const take = (left: string, profile: string): Draft | undefined => {
    const isWritten = !unwritten.has(left);
    const draft = isWritten ? drafts.take(left, mine(profile)) : unwritten.get(left);
    unwritten.delete(left);
    // What is not written, or could not be taken away where it was written, is known here alone.
    if (!isWritten || unwritten.has(mine(profile))) {
      unwritten.set(mine(profile), draft);
    }

    return draft;
  };
  return {
    load(profile) {
      const own = load(mine(profile));
      // The last one that was written comes first.
      const left =
        own === undefined
          ? [...drafts.keys(), ...unwritten.keys()]
              .filter((key) => isLeft(key, profile) && load(key) !== undefined)
              .toReversed()
          : [];
      return left.reduce((found, key) => found ?? take(key, profile), own);
    },
    save: (profile, draft) => save(mine(profile), draft),
    add: (profile, draft) => save(`${profile} ${another()}`, draft),
  };
}

type RememberedByKey<T> = Remembered<T> & {
  /** In the order in which they were written. */
  keys(): readonly string[];
  /**
   * Puts what is under one key under another, if that can be written, and returns it; undefined where somebody else
   * took it before.
   */
  take(from: string, to: string): T | undefined;
};

function createRemembered<T>(path: string, parse: (data: unknown) => T): RememberedByKey<T> {
  const open = (): LowSync<Record<string, unknown>> => {
    const low = new LowSync<Record<string, unknown>>(new ReplacingAdapter(path), {});
    low.read();
    return low;
  };
  const readAll = (): Record<string, unknown> => {
    try {
      return open().data;
    } catch {
      // It cannot be read just now: nothing is shown, and nothing is written over it either.
      return {};
    }
  };

  const load = (profile: string): T | undefined => {
    const data = readAll();
    try {
      return Object.hasOwn(data, profile) ? parse(data[profile]) : undefined;
    } catch {
      // Written by another version or by hand: no more than a view is lost.
      return undefined;
    }
  };

  return {
    load,
    keys: () => Object.keys(readAll()),
    take(from, to) {
      try {
        return exclusivelySync(path, () => {
          const low = open();
          const { [from]: taken, ...others } = low.data;
          if (taken === undefined) {
            return undefined;
          }

          low.data = { ...others, [to]: taken };
          low.write();
          return parse(taken);
        });
      } catch {
        // It stays where it is, and is given to whoever asks next.
        return load(from);
      }
    },
    save(profile, value) {
      makeFolderSync(dirname(path));
      // Read again, because another petstore may have written another profile's.
      exclusivelySync(path, () => {
        const low = open();
        const { [profile]: _before, ...others } = low.data;
        low.data = value === undefined ? others : { ...others, [profile]: value };
        low.write();
      });
    },
  };
}

/** What is no such file is moved aside when one is written: it may hold what somebody typed. */
class ReplacingAdapter implements SyncAdapter<Record<string, unknown>> {
  constructor(private readonly path: string) {}
  private isDamaged = false;

  read(): Record<string, unknown> | null {
    try {
      const data: unknown = JSON.parse(readFileSync(this.path, 'utf8'));
      this.isDamaged = typeof data !== 'object' || data === null || Array.isArray(data);
      return this.isDamaged ? null : (data as Record<string, unknown>);
    } catch (error) {
      if (!(error instanceof SyntaxError) && !hasCode(error, 'ENOENT', 'EISDIR')) {
        throw error;
      }

      this.isDamaged = !hasCode(error, 'ENOENT');
      return null;
    }
  }

  write(data: Record<string, unknown>): void {
    if (this.isDamaged) {
      renameFileSync(this.path, `${this.path}${asideMark}${randomUUID()}`);
    }

    replaceFileSync(this.path, `${JSON.stringify(data)}\n`);
  }
}
