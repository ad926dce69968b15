import type { Problem } from '../domain/problem.js';
import { isoNow, type Clock } from '../platform/clock.js';

/** Writes a problem with the present time, and never with the key, even where a service repeats it in its own message. */
export type ProblemWriter = (code: string, message: string, status?: number) => Problem;

// A person reads it on one line; a service may send megabytes.
const longestMessage = 500;

export function createProblemWriter(apiKey: string | undefined, clock: Clock): ProblemWriter {
  const withoutKey = (text: string) => (apiKey === undefined ? text : text.replaceAll(apiKey, '[key]'));
  return (code, message, status) => ({
    code: shorten(withoutKey(code), 100),
    message: shorten(withoutKey(message), longestMessage),
    ...(status === undefined ? {} : { status }),
    at: isoNow(clock),
  });
}

function shorten(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest).toWellFormed()}...`;
}
