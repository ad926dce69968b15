import { chosenLabels } from '../../../app/home.js';
import type { Engine } from '../../../sync/api.js';
import type { EntryFacts } from '../../print/entry-answer.js';
import type { Context } from '../../run/context.js';

/** What queued animals are printed with, as everything is now. */
export async function toEntryFacts(context: Context, engine: Pick<Engine, 'snapshot'>): Promise<EntryFacts> {
  return { clock: context.clock, all: engine.snapshot().entries, labels: chosenLabels(await context.openHome()) };
}
