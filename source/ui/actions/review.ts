import { parseInt64, type Int64 } from '../../domain/int64.js';
import { snapshotOf, type App } from '../app-context.js';
import { lineText } from '../input/line.js';
import { currentScreen } from '../state/ui-state.js';
import type { Entry } from '../../domain/entry.js';
import { shortName } from '../words/pet-words.js';
import { animalAtCursor } from './cursor.js';
import { perform, refuse, say } from './say.js';

/** The entry of the animal under the cursor, where that was recognised on the store instead of answered. */
function recognised(app: App): Entry | undefined {
  const row = animalAtCursor(app);
  const petId = row && ('pet' in row ? row.pet.id : row.entry.petId);
  return snapshotOf(app).entries.find((entry) => entry.state === 'created' && entry.adopted !== undefined && entry.petId === petId);
}

/** Whether the animal under the cursor was adopted by the engine, which a person can contradict. */
export function isRecognised(app: App): boolean {
  return recognised(app) !== undefined;
}

/** "Not mine": takes back that an animal found on the store is this one. */
export function disown(app: App): void {
  const entry = recognised(app);
  const engine = app.store.get().session?.engine;
  if (entry && engine) {
    perform(app, async () => ({ entry: await engine.disown(entry.localId), text: `${entry.localId} is yours to decide again: 2.` }));
  } else {
    say(app, 'Only an animal that was recognised on the store can be disowned.');
  }
}

/** Settles a review: the entry is this pet. */
export function adopt(app: App, localId: string, petId: Int64): void {
  const engine = app.store.get().session?.engine;
  if (engine) {
    perform(app, async () => {
      const entry = await engine.adopt(localId, petId);
      leaveReview(app);
      return `${entry.localId} is #${petId}${entry.pet ? ` ${shortName(entry.pet.name)}` : ''}.`;
    });
  }
}

/** The id that was typed for an animal under review. */
export function adoptTyped(app: App): void {
  const { prompt, fields } = app.store.get();
  const petId = parseInt64(lineText(fields['pet-id']).trim().replace(/^#/, ''));
  if (prompt?.kind !== 'pet-id') {
    return;
  }

  if (petId === undefined) {
    refuse(app, 'An id is a whole number, such as 4711.');
    return;
  }

  app.store.dispatch({ type: 'answered' });
  adopt(app, prompt.localId, petId);
}

/** Asks which pet it is, where no candidate is the right one. */
export function askForPetId(app: App, localId: string): void {
  app.store.dispatch({ type: 'edited', field: 'pet-id', edit: { op: 'set', text: '' } });
  app.store.dispatch({ type: 'asked', prompt: { kind: 'pet-id', localId } });
}

/** Back to where the card was opened from, once it is settled. */
export function leaveReview(app: App): void {
  if (currentScreen(app.store.get()).name === 'review') {
    app.store.dispatch({ type: 'closed' });
  }
}
