import type { Connection, ConnectionState } from '../../../domain/connection.js';
import { exitCode, Failure } from './failure.js';

/** The failure of a command that needed the store, in the exit code its state has. */
export function toConnectionFailure({ state, problem }: Connection, message: string): Failure {
  const exit = state === 'unauthorized' ? exitCode.unauthorized : exitCode.unreachable;
  const code = problem && state === 'online' ? problem.code : state;
  return new Failure(exit, { ...problem, code, message });
}

/** How the store can be reached, as an exit code. */
export function exitOfConnection(state: ConnectionState): number {
  switch (state) {
    case 'online':
      return exitCode.done;
    case 'unauthorized':
      return exitCode.unauthorized;
    case 'connecting':
    case 'offline':
    case 'intercepted':
    case 'error':
    case 'misconfigured':
      return exitCode.unreachable;
    case 'changed':
    case 'working-offline':
      return exitCode.waiting;
  }
}
