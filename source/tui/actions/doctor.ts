import { factsOf, type App } from '../app-context.js';
import { connectionAdvice } from '../../text/connection-text.js';
import { countText } from '../../text/count-text.js';
import type { Session } from '../../app/workspace.js';
import type { Connection } from '../../domain/connection.js';
import { currentScreen } from '../state/ui-state.js';
import { askWhether } from './ask.js';
import { moveCursorTo } from './cursor.js';
import { isOpen, performOnStore, say } from './say.js';

/** Asks the store once and tells its answer. */
export function testConnection(app: App): void {
  performOnStore(app, async (session) => {
    say(app, 'Asking the store …');
    const connection = await session.engine.probe();
    const advice = connectionAdvice(connection, app.now(), factsOf(app));
    if (connection.state === 'online') {
      return { text: 'The store answers, and the key is right.', during: 'online' };
    }

    return askToCorrect(app, session, connection)
      ? undefined
      : { text: advice ?? `The store is ${connection.state}.`, tone: 'bad', during: connection.state };
  });
}

/**
 * Offers to correct an address at which no pet store was ever seen: otherwise a mistyped one looks like an outage, and
 * new animals wait for a store that does not exist. Returns whether it asked.
 */
function askToCorrect(app: App, session: Session, connection: Connection): boolean {
  const { address, hasAnswered } = factsOf(app);
  const found = address === undefined || hasAnswered ? undefined : findings(address)[connection.state];
  const state = app.model.get();
  const isElsewhere = state.prompt !== undefined || !isOpen(app, session) || currentScreen(state).name === 'form';
  if (found === undefined || session.profile.source !== 'config' || isElsewhere) {
    return false;
  }

  askWhether(app, `${found} Correct the address? (No keeps it.)`, { type: 'correct-address' });
  return true;
}

function findings(address: string): Readonly<Partial<Record<Connection['state'], string>>> {
  return {
    offline: `Nothing answers at ${address}.`,
    intercepted: `A web page answers at ${address}, not a pet store.`,
    misconfigured: `There is no pet store at ${address}.`,
  };
}

/** Checks everything and lists it in the settings, each remedy beside its problem. */
export function showDoctor(app: App): void {
  performOnStore(app, async (session) => {
    app.model.dispatch({ type: 'went-to', screen: { name: 'settings' } });
    say(app, 'Checking everything …');
    const checks = await app.workspace.doctor(session);
    app.model.dispatch({ type: 'updated', screen: { name: 'settings', checks } });
    const bad = checks.filter((check) => !check.ok);
    moveCursorTo(app, 'settings', `Doctor ${bad[0]?.name ?? 'run'}`);
    return bad.length === 0
      ? 'All is well.'
      : {
          text:
            `${countText(bad.length, 'problem')}: ${bad.map(({ name }) => name).join(', ')}. ` +
            'The remedies are in the list.',
          tone: 'bad',
        };
  });
}
