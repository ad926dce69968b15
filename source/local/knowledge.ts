/**
 * What sending knows of the store, as it is kept in the queue's document: for each key the last animals of ours and
 * what they proved, and which keys are of one tenant. Keys stand in it by their digests. It outlives the saved copy,
 * which anybody may delete.
 */
import { type Credit, noCredit, type StoreKnowledge } from './queue/queue-document.js';
import type { Queue } from './queue/queue.js';

/** Refused keys that are remembered; a person does not mistype more of them. */
const mostRefused = 20;

/** As of the last reading of the queue. `onlyLooks`: the findings of a mere look are not kept. */
export function createKnowledge(queue: Queue, { onlyLooks = false }: { readonly onlyLooks?: boolean } = {}) {
  const present = (): StoreKnowledge => queue.data().knowledge;

  const change = async (make: (knowledge: StoreKnowledge) => Partial<StoreKnowledge>): Promise<void> => {
    if (!onlyLooks) {
      await queue.change((before) => {
        const knowledge = { ...before.knowledge, ...make(before.knowledge) };
        const isSame = JSON.stringify(knowledge) === JSON.stringify(before.knowledge);
        return { queue: isSame ? before : { ...before, knowledge }, result: undefined };
      });
    }
  };

  const groupOf = (digest: string, { sameKeys } = present()): readonly string[] =>
    sameKeys.find((group) => group.includes(digest)) ?? [digest];
  const areSame = (a: string, b: string): boolean => a === b || groupOf(a).includes(b);
  /** The knowledge under a key, or under another one of the same tenant. */
  const creditOf = (digest: string, knowledge = present()): Credit =>
    knowledge.credits[digest] ??
    Object.entries(knowledge.credits).find(([each]) => groupOf(digest, knowledge).includes(each))?.[1] ??
    noCredit;

  return {
    credit: (digest: string): Credit => creditOf(digest),
    /** Keeps what `make` makes of what another process kept meanwhile. */
    keep: (digest: string, make: (onDisk: Credit) => Credit) =>
      change((knowledge) => ({ credits: { ...knowledge.credits, [digest]: make(creditOf(digest, knowledge)) } })),
    /** Since which reading of `uptime` a start of the machine is known here, in milliseconds; undefined: it is not. */
    since(boot: string): number | undefined {
      const known = present().boot;
      return known?.id === boot ? known.since : undefined;
    },
    /** From here on it is. */
    noteBoot: (id: string, since: number) => change(() => ({ boot: { id, since } })),
    /** The store was reset: the knowledge of it holds no longer. */
    forget: () => change(() => ({ credits: {} })),
    /** Whether two keys are known to be of one tenant. */
    areSame,
    /** From here on they are. */
    join: (a: string, b: string) =>
      change((knowledge) => {
        const joined = [...new Set([...groupOf(a, knowledge), ...groupOf(b, knowledge)])];
        const others = knowledge.sameKeys.filter((group) => !group.some((each) => joined.includes(each)));
        return { sameKeys: [...others, joined] };
      }),
    wasRefused: (digest: string) => present().refusedKeys.includes(digest),
    noteRefused: (digest: string) =>
      change(({ refusedKeys }) => ({
        refusedKeys: [...refusedKeys.filter((each) => each !== digest), digest].slice(-mostRefused),
      })),
  };
}
