/** A person's yes to the keys under which animals were entered (`api-key.ts`). */
import type { EngineState } from '../state.ts';
import { isToBeSent } from './api-key.ts';
import { digestOf } from './ownership.ts';
import { readAgain } from './read-store.ts';
import { goOn } from './same-store.ts';

/** So many keys are remembered. */
const mostKeys = 20;

/**
 * A person says that what waits belongs to the store of the present key. Where that shows none of the animals that were
 * known, this was the answer to that question too.
 */
export async function confirmKeys(engine: EngineState, signal: AbortSignal): Promise<void> {
  const { local, credential } = engine;
  const waiting = local.queue.entries().filter(isToBeSent);
  const keys = [...waiting.flatMap((entry) => digestOf(entry) ?? []), credential];
  await local.knowledge.keep((onDisk) => {
    const { apiKeys: known = [] } = onDisk;
    const isOfThese = known.some((key) => keys.includes(key));
    return { ...onDisk, apiKeys: [...new Set([...(isOfThese ? known : []), ...keys])].slice(-mostKeys) };
  });
  engine.takeKnowledge(local.knowledge.present());
  engine.questions.settle('key');
  await readAgain(engine, signal);
  if (engine.questions.has('store')) {
    await goOn(engine, signal);
  }
}
