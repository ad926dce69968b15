/** What the app remembers between starts: the view of each profile, in `state/view.json`, and forms left before they were saved, in `data/drafts.json`. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { LowSync, type SyncAdapter } from 'lowdb';
import * as z from 'zod/mini';
import { petFieldList, type PetWord } from '../domain/pet.js';
import { asideMark } from '../platform/files/aside-mark.js';
import { renameFileSync, replaceFileSync } from '../platform/files/durable-file-sync.js';
import { hasCode } from '../platform/files/errno.js';
import { exclusivelySync } from '../platform/concurrency/exclusively.js';
import { makeFolderSync } from '../platform/files/make-folder.js';
import type { Folders } from '../platform/files/paths.js';
import type { RunIdentity } from '../platform/process/run-identity.js';
import { type Draft, tabs, type ViewState } from './workspace.js';

const viewSchema = z.object({
  tab: z.enum(tabs),
  sort: z.enum(['id', 'name', 'category', 'status']),
  reverse: z.boolean(),
  cursor: z.optional(z.string()),
  filters: z.optional(z.array(z.string())),
  leftAt: z.optional(z.string()),
  leftAfter: z.optional(z.number()),
});
/** A field that the version which wrote it did not have is empty. */
const draftSchema = z.object(
  Object.fromEntries(petFieldList.map(({ word, kind }) => [word, z._default(kind.choices ? z.enum(['', ...kind.choices]) : z.string(), '')])) as unknown as Record<PetWord, z.ZodMiniType<string>>,
);

/** Small things by the name of a profile. */
export type Remembered<T> = {
  load(profile: string): T | undefined;
  /** Undefined forgets it. Throws a Node error where it cannot be written. */
  save(profile: string, value: T | undefined): void;
};

/** Tab, sort and row of the list when the app was left. May be lost. */
export function openViews(folders: Folders): Remembered<ViewState> {
  return createRemembered(join(folders.state, 'view.json'), (data) => {
    const { cursor, filters, leftAt, leftAfter, ...view } = viewSchema.parse(data);
    return { ...view, ...(cursor === undefined ? {} : { cursor }), ...(filters === undefined ? {} : { filters }), ...(leftAt === undefined ? {} : { leftAt }), ...(leftAfter === undefined ? {} : { leftAfter }) };
  });
}

/**
 * What was typed into a form and not saved. Among what lasts, as nobody likes to type twice.
 *
 * A draft belongs to the window it was typed in, so that no other window goes on with half of somebody's animal. Once that
 * window is gone, the next one that asks gets it.
 */
export function openDrafts(folders: Folders, { id, hasEnded }: RunIdentity): Remembered<Draft> {
  const drafts = createRemembered(join(folders.data, 'drafts.json'), (data) => draftSchema.parse(data));
  // No name of a profile holds a space. Before windows were told apart, the name alone was the key.
  const mine = (profile: string): string => `${profile} ${id}`;
  const isLeft = (key: string, profile: string): boolean => key === profile || (key.startsWith(`${profile} `) && hasEnded(key.slice(profile.length + 1)));
  return {
    load(profile) {
      const own = drafts.load(mine(profile));
      // The last one that was written comes first.
      const left = own === undefined ? drafts.keys().findLast((key) => isLeft(key, profile) && drafts.load(key) !== undefined) : undefined;
      return left === undefined ? own : drafts.take(left, mine(profile));
    },
    save: (profile, value) => drafts.save(mine(profile), value),
  };
}

type RememberedByKey<T> = Remembered<T> & {
  /** In the order in which they were written. */
  keys(): readonly string[];
  /** Puts what is under one key under another, where that can be written, and returns it. */
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
      const value = load(from);
      try {
        exclusivelySync(path, () => {
          const low = open();
          const { [from]: taken, ...others } = low.data;
          low.data = { ...others, [to]: taken };
          low.write();
        });
      } catch {
        // It stays where it is, and is given to whoever asks next.
      }

      return value;
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
