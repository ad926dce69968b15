/**
 * Marks: animals that the next verb is about, instead of the one under the cursor. A mark is a row's key, kept with its
 * animal: of one that was queued and is on the store by now, the pet is marked.
 */
import { Buffer } from 'node:buffer';
import type { Entry } from '../../domain/entry.ts';
import { countText } from '../../text/count-text.ts';
import { animalAtCursor, entryAtCursor, hasMarks, listRows, moveCursor } from '../actions/cursor.ts';
import { type App, snapshotOf } from '../app-context.ts';
import { say } from '../actions/say.ts';
import { idOf } from '../../text/animal/pet-texts.ts';

/** Tells of rows whether they are marked; a pet that a marked animal became is, too. Whoever draws asks once. */
export function marksIn(app: App): (key: string) => boolean {
  const { marks } = app.model.get();
  const became = new Set<string | undefined>(
    marks.size === 0
      ? []
      : snapshotOf(app).entries.map(({ localId, petId }) => (marks.has(localId) ? petId : undefined)),
  );
  return (key) => marks.has(key) || became.has(key);
}

/** How many animals are marked. */
export function countMarks(app: App): number {
  return app.model.get().marks.size;
}

/** What is marked: queued animals as they are now, oldest first, and the keys of those on the store. */
export function markedAnimals(app: App): { readonly entries: readonly Entry[]; readonly petIds: readonly string[] } {
  const { marks: keys } = app.model.get();
  const entries = snapshotOf(app).entries.filter(({ localId }) => keys.has(localId));
  return { entries, petIds: [...keys].filter((key) => !key.startsWith('Q-')) };
}

/** The queued animals that a verb is about: the marked ones, else the one under the cursor. */
export function entriesMeant(app: App): readonly Entry[] {
  return hasMarks(app) ? markedAnimals(app).entries : [entryAtCursor(app) ?? []].flat();
}

/** `y`: ids to the clipboard of the person's own terminal (OSC 52). */
export function copyAnimal(app: App): void {
  const { entries, petIds } = markedAnimals(app);
  const own = [animalAtCursor(app) ?? []].flat().map(idOf);
  const ids = hasMarks(app) ? [...entries.map(idOf), ...petIds] : own;
  const [first] = ids;
  if (first !== undefined) {
    void copy(app, ids.join('\n'), hasMarks(app) ? countText(ids.length, 'id') : first);
  }
}

/** Says that it is copied where that is known. A terminal is told to copy it, and answers nothing. */
async function copy(app: App, text: string, named: string): Promise<void> {
  const copied = await app.terminal.copy(text);
  if (copied === undefined) {
    app.terminal.write(`\u001B]52;c;${Buffer.from(text).toString('base64')}\u0007`);
    say(app, `Handed to the terminal, which may ignore it: ${named}.`);
  } else {
    say(app, copied === 'tmux' ? `Copied to the buffer of tmux: ${named}.` : `Copied ${named}.`);
  }
}

/** `Space`: marks the animal under the cursor, or takes its mark away, and goes down. */
export function toggleMark(app: App): void {
  const animal = animalAtCursor(app);
  if (animal) {
    app.model.mark(app.model.get().marks.symmetricDifference(new Set([idOf(animal)])));
    moveCursor(app, { rows: 1 });
  }
}

/** `*`: marks all that is shown. */
export function markAll(app: App): void {
  const rows = listRows(app);
  const shown = Array.from({ length: rows.count }, (_, index) => rows.at(index)?.key ?? '');
  app.model.mark([...app.model.get().marks, ...shown]);
}

/** `-`: no marks. */
export function dropMarks(app: App): void {
  app.model.mark([]);
}
