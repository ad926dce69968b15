import type { Session } from '../../app/workspace.js';
import { type AnimalId, parseAnimalId } from '../../domain/entry.js';
import { shortName } from '../../text/animal/short-name.js';
import { connectionAdvice } from '../../text/connection-text.js';
import { isMissing, type Missing, missingText, type Shown } from '../../text/found-text.js';
import { setText } from './ask.js';
import { findEntry, moveCursorTo } from './cursor.js';
import { openView } from './navigate.js';
import { type Done, isOpen, performOnStore, say } from './say.js';
import { type App, factsOf, snapshotOf, wayTo } from '../app-context.js';
import { findPet } from '../models/list-rows.js';
import { topOfList } from '../state/position.js';

/** `:42` and `:Q-3`: shows that animal, from the lists or else from the store. */
export function openAnimal(app: App, typed: string): void {
  const id = parseAnimalId(typed);
  if (id === undefined) {
    say(app, `"${typed}" is neither an id nor a command; ? lists the keys.`, 'bad');
  } else if ('petId' in id && findPet(snapshotOf(app).pets, id.petId) !== -1) {
    showIn(app, 'list', id.petId);
  } else {
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

  app.model.dispatch({ type: 'said', message: undefined });
  show(app, found);
  return found.type === 'pet' && found.localId !== undefined ? `${found.localId} is #${found.pet.id} now.` : undefined;
}

/** In its list if it has a row there, else by itself. */
function show(app: App, found: Shown): void {
  const isListed =
    found.type === 'pet'
      ? findPet(snapshotOf(app).pets, found.pet.id) !== -1 && showIn(app, 'list', found.pet.id)
      : found.type === 'queued' && showIn(app, 'queue', found.entry.localId);
  if (!isListed) {
    app.model.dispatch({ type: 'opened', screen: { name: 'found', found, scroll: 0 } });
  }
}

/**
 * Shows an animal of the list or the queue, if need be without the filter and tab that hide it; says whether it is
 * there.
 */
function showIn(app: App, list: 'list' | 'queue', key: string): boolean {
  const entry = findEntry(app, key);
  if (list === 'queue' && !entry) {
    return false;
  }

  app.model.dispatch({ type: 'went-to', screen: { name: list } });
  if (!moveCursorTo(app, list, key)) {
    if (!entry) {
      app.model.dispatch({ type: 'arranged', view: { tab: 'all' } });
    }

    setText(app, entry ? 'queue-filter' : 'filter', '');
    app.model.dispatch({ type: 'moved', list, position: topOfList });
    moveCursorTo(app, list, key);
  }

  openView(app);
  return true;
}

/** Why there is no animal for an id, with the keys and commands of the app. */
export function whyMissing(app: App, found: Missing): string {
  return missingText(found, {
    list: wayTo(app, 'show-queue'),
    connection: (connection) =>
      connectionAdvice(connection, app.now(), factsOf(app)) ?? 'It could not be looked up now.',
  });
}
