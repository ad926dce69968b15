import { type App, factsOf, keyOf, screenOf, snapshotOf } from '../app-context.ts';
import { currentScreen, type ScreenOf, topOfList } from '../state/ui-state.ts';
import { showTab } from './arrange.ts';
import { type Done, isOpen, performOnStore, say } from './say.ts';
import { animalAtCursor, entryAtCursor, findEntry, moveCursorTo } from './cursor.ts';
import type { Tab } from '../../app/workspace.ts';
import type { Session } from '../../app/session/compose-session.ts';
import { type AnimalId, type Entry, parseAnimalId } from '../../domain/entry.ts';
import { shortName } from '../../text/hints.ts';
import { connectionAdvice } from '../words/connection-text.ts';
import { isMissing, type Missing, missingText } from '../../text/queue/found-text.ts';
import { findPet } from '../models/list-rows.ts';

/** The list, at one of its tabs. It is empty before a store is open. */
export function goToTab(app: App, tab: Tab): void {
  if (app.model.get().session) {
    app.model.go({ name: 'list' });
    showTab(app, tab);
  }
}

/** One screen back, and from what was entered here to all animals. There Esc has no effect: it never quits. */
export function goBack(app: App): void {
  const { screens, session, tab } = app.model.get();
  const screen = currentScreen(app.model.get());
  if (screens.length > 1) {
    app.model.close();
  } else if (session) {
    goToTab(app, screen.name === 'list' && tab === 'mine' ? 'all' : tab);
  }
}

/** The details of the animal under the cursor; for one that needs a verdict, the card that asks for it. */
export function openView(app: App): void {
  if (animalAtCursor(app) && !openVerdict(app)) {
    app.model.open({ name: 'view', scroll: 0 });
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
  goToEntry(app, entry.localId);
  return true;
}

/** Puts the cursor on an animal that was entered here, if need be in the tab that holds them all. */
export function goToEntry(app: App, localId: string): void {
  if (!moveCursorTo(app, 'list', localId)) {
    showTab(app, 'mine');
    moveCursorTo(app, 'list', localId);
  }
}

/** The screen that asks about an animal, at its first answer. */
export function reviewOf(app: App, localId: string): ScreenOf<'review'> {
  return { name: 'review', localId, at: app.now(), scroll: -1 };
}

/** Has the card that is open ask about another animal; the cursor goes along. */
export function askNext(app: App, localId: string): void {
  app.model.change({ ...reviewOf(app, localId), choice: undefined });
  goToEntry(app, localId);
}

/** Whether the help on the screen is that of a form beneath it. */
export function isOverForm(app: App): boolean {
  const of = screenOf(app, 'report')?.keysOf;
  return of === 'form' || of === 'choices' || of === 'connect';
}

/** Not from help over a form, or its text would be left behind. */
export function unlessForm(run: (app: App) => void): (app: App) => void {
  return (app) => (isOverForm(app) ? say(app, 'Esc goes back to the form first.') : run(app));
}

/** Scrolls the text of the screen by so many lines, no further than to its ends. */
export function scrollBy(app: App, lines: number): void {
  const screen = currentScreen(app.model.get());
  const text = app.bodyText(app);
  if ('scroll' in screen && text) {
    const scroll = Math.max(0, Math.min(text.top + lines, text.top + text.below));
    app.model.change({ name: screen.name, scroll });
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
    const finds = `${keyOf(app, 'filter')} finds animals by name`;
    say(app, `"${shortName(typed)}" is neither an id nor a command; ${finds}.`, 'bad');
  } else if (!showAtOnce(app, id)) {
    performOnStore(app, (session) => find(app, session, id));
  }
}

/** What is in a list needs no look, so that keys which follow are about it; says whether it is in one. */
function showAtOnce(app: App, id: AnimalId): boolean {
  const entry = 'localId' in id ? findEntry(app, id.localId) : undefined;
  const petId = entry?.elsewhere ? undefined : entry?.petId;
  if (entry && petId !== undefined && showListed(app, petId)) {
    say(app, `${entry.localId} is #${petId} now.`);
    return true;
  }

  return showListed(app, 'petId' in id ? id.petId : id.localId);
}

async function find(app: App, session: Session, id: AnimalId): Promise<Done | string | undefined> {
  const name = 'petId' in id ? `#${id.petId}` : id.localId;
  say(app, `Looking for ${name} …`);
  const { screens } = app.model.get();
  const found = await session.engine.find(id, { offline: false });
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

  app.model.say(undefined);
  const isShown =
    (found.type === 'pet' && showListed(app, found.pet.id)) ||
    (found.type === 'queued' && showListed(app, found.entry.localId));
  if (!isShown) {
    app.model.open({ name: 'view', found, scroll: 0 });
  }

  return found.type === 'pet' && found.localId !== undefined ? `${found.localId} is #${found.pet.id} now.` : undefined;
}

/** Shows an animal in its list, if need be without the filter and tab that hide it; says whether it is in one. */
function showListed(app: App, key: string): boolean {
  const entry = findEntry(app, key);
  if (!entry && findPet(snapshotOf(app).pets, key) === -1) {
    return false;
  }

  const { tab } = app.model.get();
  const present = tab === 'mine' ? 'all' : tab;
  goToTab(app, entry ? 'mine' : present);
  if (!moveCursorTo(app, 'list', key)) {
    goToTab(app, entry ? 'mine' : 'all');
    app.model.write('filter', '');
    app.model.move('list', topOfList);
    moveCursorTo(app, 'list', key);
  }

  openView(app);
  return true;
}

/** Why there is no animal for an id, with the keys and commands of the app. */
export function whyMissing(app: App, found: Missing): string {
  return missingText(found, {
    now: app.now(),
    list: keyOf(app, 'show-mine'),
    connection: (connection) =>
      connectionAdvice(connection, app.now(), factsOf(app)) ?? 'It could not be looked up now.',
  });
}
