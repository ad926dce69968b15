/**
 * What is known of the store, as it is kept in the queue's document. It outlives the saved list, which anybody may
 * delete.
 */
import type { QueueData, StoreKnowledge } from './queue/queue-document.ts';
import type { Queue } from './queue/queue.ts';

/** As of the last reading of the queue. `onlyLooks`: the findings of a mere look are not kept. */
export function createKnowledge(queue: Queue, { onlyLooks }: { readonly onlyLooks: boolean }) {
  const change = async (
    make: (before: QueueData) => Partial<QueueData>,
    options?: Parameters<Queue['change']>[1],
  ): Promise<void> => {
    if (!onlyLooks) {
      await queue.change((before) => {
        const after = { ...before, ...make(before) };
        const isSame =
          JSON.stringify([after.knowledge, after.boot]) === JSON.stringify([before.knowledge, before.boot]);
        return { queue: isSame ? before : after, result: undefined };
      }, options);
    }
  };

  return {
    present: (): StoreKnowledge => queue.data().knowledge,
    /**
     * Keeps what `make` makes of what another process kept meanwhile, and how often the store had been reset by then.
     * `options`: as of a change to the queue.
     */
    keep: (
      make: (onDisk: StoreKnowledge, resets: number) => StoreKnowledge,
      options?: Parameters<Queue['change']>[1],
    ) => change(({ knowledge, resets }) => ({ knowledge: make(knowledge, resets) }), options),
    /** Since which reading of `uptime` a start of the machine is known here, in milliseconds; undefined: it is not. */
    since(boot: string): number | undefined {
      const known = queue.data().boot;
      return known?.id === boot ? known.since : undefined;
    },
    /** From here on it is. */
    noteBoot: (id: string, since: number) => change(() => ({ boot: { id, since } })),
  };
}
