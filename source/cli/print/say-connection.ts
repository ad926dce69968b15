import type { Connection } from '../../domain/connection.js';
import { formatAge } from '../../platform/time/duration.js';
import type { Clock } from '../../platform/time/clock.js';
import { exitCode } from '../run/exit-code.js';
import { Failure } from '../run/failure.js';
import { localDateTime, localEnd } from './local-time.js';

const sentences: Readonly<Record<Exclude<Connection['state'], 'working-offline'>, string>> = {
  connecting: 'The store has not answered yet.',
  online: 'The store can be reached.',
  offline: 'The store cannot be reached.',
  intercepted: 'Something that is not the pet store answered, such as a login page of this network.',
  error: 'The store reports an error of its own.',
  unauthorized: 'The store wants a key that it accepts. Give it one with `petstore auth login`.',
  misconfigured: 'The address is not that of a pet store. Correct it with `petstore profile`.',
  changed: 'The store looks as if it was reset; nothing is sent until you confirm with `petstore sync --resume`.',
};

/** What a connection means, in a sentence: the observed problem's own words where there are some. */
export function describeConnection({ state, problem, since, nextTryAt }: Connection): string {
  if (state === 'working-offline') {
    return `You work offline since ${localDateTime(since)}: nothing is sent or asked. \`petstore online\` ends that.`;
  }

  const wish = nextTryAt === undefined ? '' : ` It asked for nothing more before ${localEnd(nextTryAt)}.`;
  return `${problem?.message ?? sentences[state]}${wish}`;
}

/** The failure of a command that needed the store, in the exit code its state has. */
export function toConnectionFailure(connection: Connection, consequence: string): Failure {
  const { state, problem } = connection;
  const exit = state === 'unauthorized' ? exitCode.unauthorized : exitCode.unreachable;
  const code = problem && state === 'online' ? problem.code : state;
  return new Failure(exit, { ...problem, code, message: `${describeConnection(connection)} ${consequence}` });
}

/** `Saved copy from 2026-11-21 09:05 (2 h ago)` */
export function describeAge(fetchedAt: string | undefined, clock: Clock): string {
  if (fetchedAt === undefined) {
    return 'nothing is saved';
  }

  return `saved copy from ${localDateTime(fetchedAt)} (${formatAge(clock.now() - Date.parse(fetchedAt))} ago)`;
}
