import { isAllowed, isForMany, type QueueVerb, verbs } from '../../domain/verbs.js';
import { type App, keyOf } from '../app-context.js';
import { type KeyVerb, verbMeant } from './change-queue.js';
import { markedAnimals } from '../marks/marks.js';

/** A verb with its key, and how many of the marked animals it would be about. */
export type MarkVerbHint = { readonly key: string; readonly hint: string; readonly count: number };

/** The verbs that have a key, the one that is used most first. */
const keyVerbs = (Object.keys(verbs) as readonly QueueVerb[])
  .filter((verb): verb is KeyVerb => isForMany(verb) && verb !== 'edit' && verbs[verb].otherwise === undefined)
  .sort((a, b) => Number(b === 'discard') - Number(a === 'discard'));

/** What can be done with what is marked; a verb that none of it allows is left out. */
export function markVerbs(app: App): readonly MarkVerbHint[] {
  const { entries, petIds } = markedAnimals(app);
  const able = (verb: QueueVerb): number => entries.filter((entry) => isAllowed(verb, entry)).length;
  const hints = keyVerbs.map((key): MarkVerbHint => {
    const verb = verbMeant(key, entries);
    return { key: keyOf(app, key), hint: verb, count: able(verb) };
  });
  return [
    ...hints,
    { key: keyOf(app, 'edit-marked'), hint: 'edit', count: able('edit') },
    { key: keyOf(app, 'copy-id'), hint: 'copy', count: entries.length + petIds.length },
  ].filter(({ count }) => count > 0);
}
