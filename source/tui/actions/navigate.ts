import { type App, factsOf, snapshotOf, wayTo } from '../app-context.js';
import { currentScreen, type Screen, type ScreenOf, topOfList } from '../state/ui-state.js';
import { modeOf } from '../state/ui-model.js';
import { type Done, isOpen, performOnStore, say, setText } from './say.js';
import { activeList, animalAtCursor, entryAtCursor, findEntry, moveCursorTo } from './cursor.js';
import type { Session } from '../../app/workspace.js';
import { type AnimalId, type Entry, parseAnimalId } from '../../domain/entry.js';
import { shortName } from '../../text/hints.js';
import { connectionAdvice } from '../../text/connection-text.js';
import { isMissing, type Missing, missingText } from '../../text/queue/entry-lines.js';
import { findPet } from '../models/list-rows.js';

/** Two of the numbered screens. They are empty before a store is open. */
export function goTo(app: App, name: 'list' | 'queue'): void {
  if (app.model.get().session) {
    app.model.goTo({ name });
  }
}

/** One screen back. On the list Esc has no effect: it never quits. */
export function goBack(app: App): void {
  const { screens, session } = app.model.get();
  const screen = currentScreen(app.model.get());
  if (screens.length > 1) {
    app.model.close();
  } else if (session) {
    goTo(app, 'list');
  } else if (screen.name !== 'opening' || screen.problem !== undefined) {
    app.model.goTo({ name: 'first-run' });
  }
}

/** The details of the animal under the cursor; for one that needs a verdict, the card that asks for it. */
export function openView(app: App): void {
  const list = activeList(app);
  if (!animalAtCursor(app) || list === 'activity') {
    return;
  }

  if (!openVerdict(app)) {
    app.model.open({ name: 'view', of: list, scroll: 0 });
  }
}

/** Whether a person can say what became of the animal under the cursor. */
export function needsVerdict(app: App): boolean {
  return isAsked(entryAtCursor(app));
}

/** Whether a person can say what became of an animal: they must, or petstore is still finding out. */
export function isAsked(entry: Entry | undefined): entry is Entry {
  return entry?.state === 'review' || entry?.state === 'checking';
}

/** The card on which a person decides about the animal under the cursor; says whether it needs that. */
export function openVerdict(app: App): boolean {
  const entry = entryAtCursor(app);
  if (!isAsked(entry)) {
    return false;
  }

  app.model.open(reviewOf(app, entry.localId));
  moveCursorTo(app, 'queue', entry.localId);
  return true;
}

/** The screen that asks about an animal, at its first answer. */
export function reviewOf(app: App, localId: string): ScreenOf<'review'> {
  return { name: 'review', localId, at: app.now(), scroll: 0 };
}

/** The keys of this screen. */
export function openHelp(app: App): void {
  app.model.open({ name: 'help', of: modeOf(app.model.get()), scroll: 0 });
}

type Scrollable = Extract<Screen, { readonly scroll: number }>;

/** Scrolls the text of the screen by so many lines, no further than to its ends. */
export function scrollBy(app: App, lines: number): void {
  const screen = currentScreen(app.model.get());
  const text = app.bodyText(app);
  if ('scroll' in screen && text) {
    const scroll = Math.max(0, Math.min(text.top + lines, text.top + text.below));
    app.model.update({ ...screen, scroll } satisfies Scrollable);
  }
}

/** A page further, one line of it still in sight. */
export function scrollPage(app: App, pages: 1 | -1): void {
  scrollBy(app, pages * Math.max(1, (app.bodyText(app)?.lines.length ?? 0) - 1));
}

/** `:42` and `:Q-3`: shows that animal, from the lists or else from the store. */
export function openAnimal(app: App, typed: string): void {
  const id = parseAnimalId(typed);
  if (id === undefined) {
    say(app, `"${typed}" is neither an id nor a command; ? lists the keys.`, 'bad');
  } else if ('localId' in id || !showListed(app, id.petId)) {
    performOnStore(app, (session) => find(app, session, id));
  }
}

async function find(app: App, session: Session, id: AnimalId): Promise<Done | string | undefined> {
  const name = 'petId' in id ? `#${id.petId}` : id.localId;
  say(app, `Looking for ${name} …`);
  const { screens } = app.model.get();
  // The store need not be asked for an animal of the list.
  const petId = 'petId' in id ? undefined : findEntry(app, id.localId)?.petId;
  const isListed = petId !== undefined && findPet(snapshotOf(app).pets, petId) !== -1;
  const found = await session.engine.find(id, { offline: isListed });
  if (!isOpen(app, session)) {
    return undefined;
  }

  if (isMissing(found)) {
    return { text: whyMissing(app, found), tone: 'bad' };
  }

  // A person who went on meanwhile may be typing: the animal must not cover that.
  if (app.model.get().screens !== screens || app.model.get().prompt) {
    const animal = 'entry' in found ? found.entry : found.pet;
    return `${name} is ${shortName(animal.name)}; :${name.replace('#', '')} shows it.`;
  }

  app.model.set({ message: undefined });
  const isShown =
    (found.type === 'pet' && showListed(app, found.pet.id)) ||
    (found.type === 'queued' && showListed(app, found.entry.localId));
  if (!isShown) {
    app.model.open({ name: 'found', found, scroll: 0 });
  }

  return found.type === 'pet' && found.localId !== undefined ? `${found.localId} is #${found.pet.id} now.` : undefined;
}

/** Shows an animal in its list, if need be without the filter and tab that hide it; says whether it is in one. */
function showListed(app: App, key: string): boolean {
  const entry = findEntry(app, key);
  if (!entry && findPet(snapshotOf(app).pets, key) === -1) {
    return false;
  }

  const list = entry ? 'queue' : 'list';
  app.model.goTo({ name: list });
  if (!moveCursorTo(app, list, key)) {
    if (!entry) {
      app.model.set({ tab: 'all' });
    }

    setText(app, entry ? 'queue-filter' : 'filter', '');
    app.model.move(list, topOfList);
    moveCursorTo(app, list, key);
  }

  openView(app);
  return true;
}

/** Why there is no animal for an id, with the keys and commands of the app. */
export function whyMissing(app: App, found: Missing): string {
  return missingText(found, {
    now: app.now(),
    list: wayTo(app, 'show-queue'),
    connection: (connection) =>
      connectionAdvice(connection, app.now(), factsOf(app)) ?? 'It could not be looked up now.',
  });
}
