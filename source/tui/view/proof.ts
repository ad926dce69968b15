/** `P`: the proof of an animal that was entered here, as `petstore queue show --proof` prints it. */
import { type Entry, entryOfPet } from '../../domain/entry.ts';
import type { Session } from '../../app/session/compose-session.ts';
import { proofPage } from '../../text/queue/proof-lines.ts';
import { type PetOrEntry, isQueued, titleOf } from '../../text/animal/pet-texts.ts';
import { animalAtCursor, findEntry } from '../actions/cursor.ts';
import { isOpen, performOnStore } from '../actions/say.ts';
import { type App, snapshotOf } from '../app-context.ts';

/** Opens the page. Of an animal that was sent long ago the archive keeps it. */
export function openProof(app: App): void {
  const animal = animalAtCursor(app);
  const { screens } = app.model.get();
  if (!animal) {
    return;
  }

  performOnStore(app, async (session) => {
    const entry = await findProven(app, session, animal);
    if (!entry) {
      return { text: `${titleOf(animal)} was not entered here, so there is no proof of it.`, tone: 'plain' };
    }

    // Another screen was opened while the archive was read: its keys are not to be taken away.
    if (isOpen(app, session) && app.model.get().screens === screens) {
      const { categoryLabels: labels } = app.model.get().settings;
      const lines = proofPage(entry, { labels, baseUrl: session.profile.baseUrl, now: app.now() });
      const title = `Proof of ${entry.localId}`;
      app.model.open({ name: 'report', title, lines: lines.slice(1), scroll: 0 });
      return { text: `\`petstore queue show ${entry.localId} --proof\` prints this page.`, tone: 'plain' };
    }

    return undefined;
  });
}

async function findProven(app: App, { engine }: Session, animal: PetOrEntry): Promise<Entry | undefined> {
  if (isQueued(animal)) {
    return findEntry(app, animal.localId) ?? animal;
  }

  const own = entryOfPet(snapshotOf(app).entries, animal.id);
  return own ?? (await engine.archived()).findLast(({ petId, elsewhere }) => petId === animal.id && !elsewhere);
}
