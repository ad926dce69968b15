import type { Problem } from './problem.js';

/**
 * How the store can be reached, as last observed.
 *
 * - `connecting`: no observation yet
 * - `online`: the last request got a correct answer
 * - `offline`: no answer (no network, no such host, refused, timed out)
 * - `intercepted`: something answered that is not the pet store, such as a hotel's login page
 * - `error`: the store answered 5xx, or asked to slow down
 * - `unauthorized`: the key is missing or refused; sending is paused
 * - `misconfigured`: redirects, 404 or 405 for known paths: wrong address; sending is paused
 * - `changed`: the store looks as if it was reset; sending is paused until a person confirms
 * - `working-offline`: a person chose it
 */
export const connectionStates = [
  'connecting',
  'online',
  'offline',
  'intercepted',
  'error',
  'unauthorized',
  'misconfigured',
  'changed',
  'working-offline',
] as const;
/** How things stand between this machine and the store. */
export type ConnectionState = (typeof connectionStates)[number];

/** A state, its beginning, and the details. */
export type Connection = {
  readonly state: ConnectionState;
  /** When this state began, ISO 8601 UTC. */
  readonly since: string;
  readonly nextTryAt?: string;
  readonly problem?: Problem;
};
