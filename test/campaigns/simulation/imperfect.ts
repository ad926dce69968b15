/**
 * What may be wrong with the service of a random history, chosen by its seed, and the one place that says which outcome
 * is still allowed for it: what nobody can decide without a key (`docs/guarantees.md`, *Limits*).
 * Everything else is a broken promise.
 */
import type { Int64 } from '../../../source/domain/int64.ts';
import type { Imperfections } from '../../helpers/fault-service/imperfections.ts';
import type { ManualClock } from '../../helpers/manual-clock.ts';
import type { Weather } from '../../helpers/fault-service/in-memory.ts';
import { type Store, firstTenant, type Manners } from '../../helpers/fault-service/store.ts';
import { openRefusals, type AnyFault } from '../../helpers/fault-service/faults.ts';
import { settleMs } from './simulated-process.ts';

export type Outcome = 'lost' | 'doubled';

/** What is wrong, in force until `heal`. */
export type Imperfect = {
  /** What was chosen, for the report. */
  readonly names: readonly string[];
  readonly allowed: ReadonlySet<Outcome>;
  readonly manners: Partial<Manners>;
  readonly faults: readonly AnyFault[];
  readonly credentials: readonly string[];
  readonly tenantOf: (credential: string) => string;
  readonly imperfections: () => Imperfections;
  readonly events: readonly (readonly [weight: number, run: (hands: Hands) => void])[];
  heal(): void;
};

/** What an event may reach into. */
export type Hands = {
  readonly service: Store;
  /** Puts the store's folder back to how it was when this was last called, if it ever was; every process ends first. */
  readonly restoreFolder: () => void;
  readonly saveFolder: () => void;
  /** The name and category of an animal that was entered. */
  readonly anyPet: () => { readonly name: string; readonly categoryId: number };
  /** Whether no program is known to have heard that this is the animal that it sent. */
  readonly isAwaited: (id: Int64) => boolean;
  /** From here on a person who is asked says yes. */
  readonly noteReset: () => void;
};

type Chosen = {
  readonly allows?: readonly Outcome[];
  readonly manners?: Partial<Manners>;
  readonly faults?: readonly AnyFault[];
  readonly credentials?: readonly string[];
  readonly imperfections?: () => Imperfections;
  readonly events?: Imperfect['events'];
};

const firstKey = 'c';
const rotatedKey = 'c rotated';
const otherKey = 'key of another tenant';

/** @param pick,below Decided by the seed of the history. */
export function chooseImperfect(
  clock: ManualClock,
  pick: Weather['pick'],
  below: (limit: number) => number,
): Imperfect {
  let stoppedAt: number | undefined;
  let isHealed = false;
  const lag = pick([2000, 20_000, 0.5 * settleMs, 1.5 * settleMs, 3 * settleMs]);
  const hiddenFrom = pick(['unfiltered', 'lists', 'everything'] as const);
  const isCapLinked = pick([true, false]);

  const behaviours: Readonly<Record<string, Chosen>> = {
    lag: { imperfections: () => ({ lagMs: lag, lookUpsLag: lag % 2 === 0 }) },
    'stopped replica': {
      imperfections: () => ({ stoppedAt }),
      events: [[2, () => (stoppedAt ??= clock.elsewhere())]],
    },
    'warming replica': { imperfections: () => ({ blank: 0.05 }) },
    'page cap': { imperfections: () => ({ cap: pick([20, 50, 99]) }), manners: { link: isCapLinked } },
    'always so many rows': { imperfections: () => ({ cap: 50, ignoresLimit: true }), manners: { link: false } },
    // An animal whose status is hidden everywhere cannot be seen by anybody.
    'hidden status': {
      imperfections: () => ({ hidden: { status: 'sold', from: hiddenFrom } }),
      allows: hiddenFrom === 'unfiltered' ? [] : ['doubled'],
    },
    rollback: {
      manners: { ids: 'sequential' },
      events: [
        [
          1,
          ({ service, noteReset }) => {
            if (service.rollBack(1 + below(4)).length > 0) {
              noteReset();
            }
          },
        ],
      ],
    },
    // The youngest that goes cannot be told from a rollback, so it is asked about.
    removals: {
      events: [
        [
          2,
          ({ service, isAwaited, noteReset }) => {
            removeAny(service, isAwaited);
            noteReset();
          },
        ],
      ],
    },
    // Where the answer itself is lost, nothing tells a late one from one that never comes.
    'odd successes': {
      faults: ['insert-then-202', '202-then-insert', 'insert-then-202-pet', 'insert-then-204', '204-then-insert'],
    },
    'bare refusals': {
      faults: openRefusals.flatMap((status) => [`insert-then-bare-${status}` as const, `bare-${status}` as const]),
    },
    'login page': { faults: ['html-200', 'html-201'] },
    'two tenants': { credentials: [firstKey, otherKey] },
    'a rotated key': { credentials: [firstKey, rotatedKey] },
    'rewritten names': { manners: { names: pick(['upper', 'cut'] as const) } },
    'replaced category': { manners: { categories: 'replaced' } },
    // An identical animal that comes inside the seconds of the request itself is taken for ours.
    colleague: { events: [[4, ({ service, anyPet }) => void service.insert(anyPet())]], allows: ['lost'] },
    shuffled: { manners: { order: 'shuffled', paging: 'offset' } },
    'restored folder': {
      events: [
        [1, ({ saveFolder }) => saveFolder()],
        [1, ({ restoreFolder }) => restoreFolder()],
      ],
    },
  };

  const names = [
    ...new Set([pick(Object.keys(behaviours)), ...(below(2) === 0 ? [pick(Object.keys(behaviours))] : [])]),
  ];
  const chosen = names.map((name) => behaviours[name]!);
  const each = chosen.flatMap(({ imperfections }) => imperfections ?? []);
  // From one request to the next it may be one or the other.
  const changesAllTheTime = each.length > 1 && below(2) === 0;
  return {
    names,
    allowed: new Set(chosen.flatMap(({ allows }) => allows ?? [])),
    manners: Object.assign({}, ...chosen.map(({ manners }) => manners)) as Partial<Manners>,
    faults: ['drop', 'insert-then-drop', ...chosen.flatMap(({ faults }) => faults ?? [])],
    credentials: chosen.find(({ credentials }) => credentials)?.credentials ?? [firstKey],
    tenantOf: (credential) => (credential === otherKey ? 'second' : firstTenant),
    imperfections: () =>
      isHealed
        ? {}
        : changesAllTheTime
          ? pick(each)()
          : each.reduce<Imperfections>((all, ask) => ({ ...all, ...ask() }), {}),
    events: chosen.flatMap(({ events }) => events ?? []),
    heal() {
      isHealed = true;
    },
  };

  /**
   * Nobody takes away what somebody else is still waiting to hear of: not there any more, it cannot be told from what
   * never came.
   */
  function removeAny(service: Store, isAwaited: Hands['isAwaited']): void {
    const old = service
      .inserted()
      .filter(
        ({ id, by, at, tenant }) =>
          tenant === firstTenant && at < clock.elsewhere() - 5 * settleMs && !(by === 'request' && isAwaited(id)),
      );
    if (old.length > 0) {
      service.remove(pick(old).id);
    }
  }
}
