/**
 * A *world*: one way in which a service, a network or a person's own doing falls short of what an engine would like,
 * and what then goes on in it. `run-world.ts` lives through histories of it.
 *
 * - *history*: one person adds 20 to 50 animals over an hour or so, with think time; answers get lost; then all is
 *   well.
 * - *settle*: the settle time, the unit in which lags are told.
 */
import type { NewPet, Pet, PetStatus } from '../../../source/domain/pet.ts';
import type { Imperfections } from '../../helpers/fault-service/imperfections.ts';
import type { ManualClock } from '../../helpers/manual-clock.ts';
import type { Weather } from '../../helpers/fault-service/in-memory.ts';
import type { Habit } from './desk.ts';
import type { Outcome } from '../simulation/imperfect.ts';
import type { Store, StoreOptions, Manners } from '../../helpers/fault-service/store.ts';
import type { AnyFault } from '../../helpers/fault-service/faults.ts';

/** What a world can reach into while a history goes on. */
export type Scene = {
  readonly clock: ManualClock;
  readonly random: () => number;
  readonly pick: <T>(choices: readonly T[]) => T;
  readonly weather: Weather;
  readonly service: Store;
  /** In force at present; `{}` once everything is well again, but for what belongs to the service's nature. */
  imperfections: Imperfections;
  /** Whether something happened that a person rightly confirms: a reset, or a backup put back at the service. */
  isReallyChanged: boolean;
  /** The key in use from the next start of the program on. */
  credential: string;
  /** A name for an animal of somebody else's, as this world gives them. */
  readonly anyName: () => string;
  /** Enters `count` animals without a pause, and without waiting for any to be sent. */
  addMany(count: number): Promise<void>;
  /** Ends every program, and the next one begins with whatever is different by then. */
  restart(): Promise<void>;
  /**
   * Puts away a copy of the disk; what it returns puts that back in place, as a restored backup does, or (`elsewhere`)
   * onto another machine, as this one is lost.
   */
  backUp(): (options?: { readonly elsewhere: boolean }) => Promise<void>;
  /**
   * Copies the store's folder; what it returns opens that copy on another machine for a while, where its queue is sent
   * too.
   */
  copy(): () => Promise<void>;
  /** Everything that waits is sent, nothing goes wrong meanwhile, and ten minutes pass. */
  settle(): Promise<void>;
};

/** Something that happens again and again, at random moments. */
export type Happening = { readonly perHour: number; readonly run: (scene: Scene) => void };

/** A colleague enters an animal a minute. */
export const busy: Happening = {
  perHour: 60,
  run: ({ service, pick }) => void service.insert({ name: pick(['Hugo', 'Frieda', 'Karl']), categoryId: 2 }),
};

/** Something that happens once: before the animal of this share (0 to 1) of all. */
export type Turn = { readonly at: number; readonly run: (scene: Scene) => void | Promise<void> };

/**
 * What a person does when asked whether the store was reset: `heals` waits for it to pass, `confirms` waits a few
 * minutes and says yes where `isReallyChanged`, `takes-key-back` goes back to the first key, `leaves` does nothing, and
 * rightly so. Of a copied queue `resumes` says that nothing was sent since, or thinks so; `holds` knows that something
 * was, and sets aside what waits before.
 */
export type Policy = 'heals' | 'confirms' | 'takes-key-back' | 'leaves' | 'resumes' | 'holds';

export type World = {
  readonly name: string;
  /** What nobody can decide in it (`docs/guarantees.md`, *Limits*). */
  readonly allows?: readonly Outcome[];
  /** Animals there at first; default 40. */
  readonly known?: number;
  /** What they and ours are like; default: unique names, four categories, any status or none. */
  readonly statuses?: readonly (PetStatus | undefined)[];
  /** Five names for all animals, ours and others'. */
  readonly commonNames?: boolean;
  /** Names as a shelter gives them (`shelter-names.ts`), to ours and others'; `unique`: each with a number behind it. */
  readonly shelterNames?: 'repeated' | 'unique';
  /** Names with signs that are escaped, letters beyond ASCII and emoji, besides plain ones. */
  readonly oddNames?: boolean;
  /** The first animal's status, whatever the others have. */
  readonly firstStatus?: PetStatus;
  /** The animals come all at once, as by an import. */
  readonly atOnce?: boolean;
  /** How long the person thinks between two animals, at least and at most; default 2 s to 3 min. */
  readonly thinkMs?: readonly [number, number];
  /** The share of `POST`s that go wrong; default 0.1. */
  readonly rate?: number;
  /** The share of reads that fail; default 0. */
  readonly readRate?: number;
  /** How long a page of the list takes, in milliseconds; default 0. */
  readonly pageMs?: number;
  /** What a `POST` that goes wrong comes to; default: lost before the insert, or after. */
  readonly faults?: readonly AnyFault[];
  /** What the very first `POST` comes to: one of these. */
  readonly first?: readonly AnyFault[];
  /** What `POST`s with certain bodies come to. */
  readonly fateOf?: (body: string) => AnyFault | undefined;
  readonly manners?: Partial<Manners>;
  readonly service?: Pick<StoreOptions, 'tenantOf' | 'skipped'>;
  readonly imperfections?: (scene: Scene) => Imperfections;
  /** Part of the service's nature: it stays when all is well again. */
  readonly nature?: Imperfections;
  readonly prepare?: (scene: Scene) => void;
  readonly happenings?: readonly Happening[];
  readonly turns?: readonly Turn[];
  /** What is open; default: by the seed, most often the app. */
  readonly habit?: Habit;
  /** Default `heals`. */
  readonly whenAsked?: Policy;
  /** The notes of what was sent are kept beside the store, and not outside of what is backed up. */
  readonly areNotesInHome?: boolean;
};

/** The settle time that the program has by default, in milliseconds. */
export const settleMs = 60_000;

/** An animal of this history: whose it is depends on the key it was entered under. */
export type Told = NewPet & { readonly localId: string; readonly tenant: string };

/** The oldest first, but for those that are less than ten minutes old: what somebody just entered is not taken away. */
export function settledPets({ clock, service }: Scene): readonly Pet[] {
  const young = new Set(
    service
      .inserted()
      .filter(({ at }) => at > clock.elsewhere() - 600_000)
      .map(({ id }) => id),
  );
  return service.pets().filter(({ id }) => !young.has(id));
}
