import type { Connection, ConnectionState } from '../../domain/connection.js';
import { timeText } from './time-words.js';

/** States in which nothing is wrong; every other one is written in capitals. */
const calm: readonly ConnectionState[] = ['connecting', 'online'];

/** The one word for a state, the same as in JSON. */
export function connectionWord({ state, problem }: Connection): string {
  const word = calm.includes(state) ? state : state.toUpperCase();
  return state === 'error' && problem?.status !== undefined ? `${word} ${problem.status}` : word;
}

/** Whether all is as a person would wish. */
export function isCalm(state: ConnectionState): boolean {
  return calm.includes(state);
}

/** What a state means for the person, and what to do about it; undefined where nothing is wrong. What to do stands early: a narrow window cuts the end. */
export function connectionAdvice(connection: Connection, now: number): string | undefined {
  const next = connection.nextTryAt === undefined ? '' : ` Next try ${timeText(connection.nextTryAt, now)}.`;
  switch (connection.state) {
    case 'connecting':
    case 'online':
      return undefined;
    case 'offline':
      return `Not reachable. What you add is kept and sent later.${next}`;
    case 'intercepted':
      return `A login page or the like answered. Nothing is sent.${next}`;
    case 'error':
      return `The store has trouble${connection.problem?.status === undefined ? '' : ` (${connection.problem.status})`}. What you add is kept.${next}`;
    case 'unauthorized':
      return isKeyUnreadable(connection) ? 'Keychain locked? :doctor tells more. Nothing is lost.' : 'Key missing or refused; :key enters one. Nothing is lost.';
    case 'misconfigured':
      return connection.problem?.code === 'moved' ? 'This profile has moved; quit and open petstore again. Nothing is lost.' : 'No pet store is here; :settings shows the address. Nothing is lost.';
    case 'changed':
      return 'The store looks reset; :resume confirms it. Nothing is sent before.';
    case 'working-offline':
      return 'You work offline; :online ends it. What you add is kept.';
  }
}

/** The same in at most 27 cells, for a narrow window. */
export function connectionBrief(connection: Connection): string {
  return isKeyUnreadable(connection) ? 'Keychain locked? :doctor' : (briefs[connection.state] ?? '');
}

/** There is a key, and the keychain of the system did not give it. */
function isKeyUnreadable({ problem }: Connection): boolean {
  return problem?.code === 'key_unreadable';
}

const briefs: Readonly<Partial<Record<ConnectionState, string>>> = {
  offline: 'Offline; adding goes on.',
  intercepted: 'A login page answers?',
  error: 'Store trouble; add goes on.',
  unauthorized: 'Key refused; :key enters it',
  misconfigured: 'Wrong address? :settings',
  changed: 'Store reset? :resume',
  'working-offline': 'Offline; :online ends it.',
};
