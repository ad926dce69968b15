import type { Problem } from '../../domain/problem.js';
import { isoNow, type Clock } from '../../platform/time/clock.js';

/** Writes a problem with the present time, and never with the key, even if a service repeats it. */
export type ProblemWriter = (code: string, message: string, status?: number) => Problem;

/** A shorter key occurs in ordinary words, and is no secret. */
const shortestSecret = 8;

/** Takes the key out of every text, also if a service or a proxy echoes it. */
export function createProblemWriter(apiKey: string | undefined, clock: Clock): ProblemWriter {
  const withoutKey = (text: string) =>
    apiKey === undefined || apiKey.length < shortestSecret ? text : text.replaceAll(apiKey, '[key]');
  return (code, message, status) => ({
    code: shorten(withoutKey(code), 60, 0),
    message: shorten(withoutKey(message), 300, 200),
    ...(status === undefined ? {} : { status }),
    at: isoNow(clock),
  });
}

/** Leaves out the middle: a service may send megabytes, while the remedy stands at the end. */
function shorten(text: string, start: number, end: number): string {
  return text.length <= start + end
    ? text
    : `${text.slice(0, start)}...${text.slice(text.length - end)}`.toWellFormed();
}
