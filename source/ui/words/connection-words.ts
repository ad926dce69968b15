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
      return `${doubt(connection).long}; :resume confirms it. Nothing is sent before.`;
    case 'working-offline':
      return 'You work offline; :online ends it. What you add is kept.';
  }
}

/** The same in at most 27 cells, for a narrow window. */
export function connectionBrief(connection: Connection): string {
  if (connection.state === 'changed') {
    return `${doubt(connection).brief}? :resume`;
  }

  return isKeyUnreadable(connection) ? 'Keychain locked? :doctor' : (briefs[connection.state] ?? '');
}

/** The question to a person before sending to what changed: the store, or the queue on this machine. */
export function resumeQuestion(connection: Connection): string {
  return doubt(connection).question;
}

/** What changed, as far as is known. */
function doubt({ problem }: Connection): { readonly long: string; readonly brief: string; readonly question: string } {
  switch (problem?.code ?? '') {
    case 'folder_copied':
      return { long: 'This queue looks copied', brief: 'Queue copied', question: 'Is the original of this queue no longer used, and may sending go on?' };
    case 'queue_put_back':
      return { long: 'This queue was put back', brief: 'Queue put back', question: 'Was what waits here not sent before, and may sending go on?' };
    default:
      return { long: 'The store looks reset', brief: 'Store reset', question: 'Is this the right store, and may sending go on?' };
  }
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
  'working-offline': 'Offline; :online ends it.',
};
