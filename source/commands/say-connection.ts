import type { Connection } from '../domain/connection.js';
import { formatAge } from '../platform/duration.js';
import type { Clock } from '../platform/clock.js';
import { exitCode } from './exit-code.js';
import { Failure } from './failure.js';

const sentences: Readonly<Record<Connection['state'], string>> = {
  connecting: 'The store has not answered yet.',
  online: 'The store can be reached.',
  offline: 'The store cannot be reached.',
  intercepted: 'Something that is not the pet store answered, such as a login page of this network.',
  error: 'The store reports an error of its own.',
  unauthorized: 'The store refused the key. Give it one with `petstore auth login`.',
  misconfigured: 'The address is not that of a pet store. Correct it with `petstore profile`.',
  changed: 'The store looks as if it was reset; nothing is sent until you confirm with `petstore sync --resume`.',
  'working-offline': 'You are working offline.',
};

/** What a connection means, in a sentence: the observed problem's own words where there are some. */
export function describeConnection({ state, problem }: Connection): string {
  return problem?.message ?? sentences[state];
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

  const at = new Date(fetchedAt);
  const two = (value: number) => String(value).padStart(2, '0');
  const local = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${two(at.getHours())}:${two(at.getMinutes())}`;
  return `saved copy from ${local} (${formatAge(clock.now() - at.getTime())} ago)`;
}
