import type { Entry } from '../../domain/entry.js';
import { withoutPromise } from '../../domain/promise-to-look.js';

/** What went wrong last. Where nothing is looked for by itself any more, nobody is told that it is. */
export function reasonText({
  state,
  lastError,
}: {
  readonly state: Entry['state'];
  readonly lastError?: Entry['lastError'] | undefined;
}): string {
  const message = lastError?.message ?? '';
  return state === 'checking' || state === 'sending' ? message : withoutPromise(message);
}

/**
 * A refusal with the service's own words first, as who refused it is known wherever it is shown: `400 name: no animals
 * with "bad"`.
 */
export function shortReason(message: string): string {
  const [, status, words] = /^\S+ refused the animal \((\d{3})\): (.+)$/su.exec(message) ?? [];
  return status === undefined || words === undefined ? message : `${status} ${words}`;
}
