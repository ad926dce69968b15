import { parseInt64, type Int64 } from '../../domain/int64.js';
import { factsOf, snapshotOf, type App } from '../app-context.js';
import { findPet } from '../list/find-pet.js';
import { topOfList } from '../state/ui-state.js';
import { connectionAdvice } from '../../text/connection-text.js';
import { findEntry, moveCursorTo } from '../actions/cursor.js';
import { setText } from '../actions/ask.js';
import { openView } from '../actions/navigate.js';
import { shortName } from '../../text/animal/short-name.js';
import { isOpen, performOnStore, say } from '../actions/say.js';

/** `:42` and `:Q-3`: shows that animal, from the lists or else from the store. */
export function openAnimal(app: App, typed: string): void {
  const localId = /^q-?(\d+)$/iu.exec(typed)?.[1];
  if (localId !== undefined) {
    openQueued(app, `Q-${Number(localId)}`);
    return;
  }

  const id = parseInt64(typed.replace(/^#/, ''));
  if (id === undefined) {
    say(app, `"${typed}" is neither an id nor a command; ? lists the keys.`, 'bad');
  } else if (findPet(snapshotOf(app).pets, id) === -1) {
    lookUp(app, id);
  } else {
    openInList(app, id);
  }
}

/** Shows an animal of the list, if need be without the filter and tab that hide it. */
function openInList(app: App, key: string): void {
  app.model.dispatch({ type: 'went-to', screen: { name: 'list' } });
  if (!moveCursorTo(app, 'list', key)) {
    app.model.dispatch({ type: 'arranged', view: { tab: 'all' } });
    setText(app, 'filter', '');
    app.model.dispatch({ type: 'moved', list: 'list', position: topOfList });
    moveCursorTo(app, 'list', key);
  }

  openView(app);
}

function openQueued(app: App, localId: string): void {
  performOnStore(app, async (session) => {
    const entry = findEntry(app, localId) ?? (await session.engine.findEntry(localId));
    if (!isOpen(app, session)) {
      return undefined;
    }

    if (entry?.petId !== undefined) {
      openAnimal(app, entry.petId);
      return `${localId} is #${entry.petId} now.`;
    }

    if (!entry || !findEntry(app, localId)) {
      return { text: `There is no queued animal ${localId}.`, tone: 'bad' };
    }

    app.model.dispatch({ type: 'went-to', screen: { name: 'queue' } });
    moveCursorTo(app, 'queue', localId);
    openView(app);
    return undefined;
  });
}

function lookUp(app: App, id: Int64): void {
  performOnStore(app, async ({ engine }) => {
    say(app, `Looking for #${id} …`);
    const { screens } = app.model.get();
    const answer = await engine.lookUp(id, { offline: snapshotOf(app).connection.state === 'working-offline' });
    switch (answer.type) {
      case 'found':
        // Somebody who went on meanwhile may be typing: nothing is put in front of them.
        if (app.model.get().screens !== screens || app.model.get().prompt) {
          return `#${id} is ${shortName(answer.pet.name)}; :${id} shows it.`;
        }

        app.model.dispatch({ type: 'said', message: undefined });
        app.model.dispatch({
          type: 'opened',
          screen: { name: 'found', pet: answer.pet, source: answer.source, fetchedAt: answer.fetchedAt, scroll: 0 },
        });
        return undefined;
      case 'not-found':
        return { text: `There is no animal #${id} in this store.`, tone: 'bad' };
      case 'unknown':
        return {
          text: `#${id} is not in the saved list. ${connectionAdvice(answer.connection, app.now(), factsOf(app)) ?? 'It could not be looked up now.'}`,
          tone: 'bad',
        };
    }
  });
}
