import type { Context } from '../context.js';
import { listInfo } from './saved-lists.js';
import type { Snapshot } from '../api.js';

/** Puts the saved copy on show. */
export function showSaved(context: Context): void {
  context.update(savedView(context.saved));
}

/** What of the saved copy the snapshot shows. */
export function savedView(saved: Context['saved']): Pick<Snapshot, 'pets' | 'lists'> {
  return {
    pets: saved.pets,
    lists: { all: listInfo(saved, 'all'), available: listInfo(saved, 'available'), pending: listInfo(saved, 'pending'), sold: listInfo(saved, 'sold') },
  };
}
