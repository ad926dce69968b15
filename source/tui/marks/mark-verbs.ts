import type { Entry } from '../../domain/entry.js';
import type { QueueStep } from '../../sync/api.js';
import type { App } from '../app-context.js';
import { keyOf } from '../keys/key-lookup.js';
import { isAllowed } from '../../sync/api.js';
import { markedAnimals } from './marks.js';

/** A verb with its key, and how many of the marked animals it would be about. */
export type MarkVerbHint = { readonly key: string; readonly hint: string; readonly count: number };

/** What can be done with what is marked; a verb that none of it allows is left out. */
export function markVerbs(app: App): readonly MarkVerbHint[] {
  const { entries, petIds } = markedAnimals(app);
  const able = (action: QueueStep['action']): number => entries.filter((entry) => isAllowed(action, entry)).length;
  const areAll = (state: Entry['state']): boolean =>
    entries.length > 0 && entries.every((entry) => entry.state === state);
  const verbs: readonly MarkVerbHint[] = [
    { key: keyOf(app, 'discard'), hint: 'discard', count: able('discard') },
    areAll('discarded')
      ? { key: keyOf(app, 'retry'), hint: 'restore', count: entries.length }
      : { key: keyOf(app, 'retry'), hint: 'retry', count: able('retry') },
    areAll('held')
      ? { key: keyOf(app, 'hold'), hint: 'release', count: entries.length }
      : { key: keyOf(app, 'hold'), hint: 'hold', count: able('hold') },
    { key: keyOf(app, 'edit-marked'), hint: 'edit', count: able('edit') },
    { key: keyOf(app, 'copy-id'), hint: 'copy', count: entries.length + petIds.length },
  ];
  return verbs.filter(({ count }) => count > 0);
}
