/** No service makes an animal wait longer than this by a header: an hour. */
export const longestRetryAfterMs = 3_600_000;

/**
 * The wait a `Retry-After` header asks for, in milliseconds, clamped to an hour; undefined where there is none or it
 * makes no sense (RFC 9110, 10.2.3: seconds or a date). A date that is over asks for no wait.
 *
 * A date is read against the answer's own `Date` where it has one, as the service's clock and ours may differ.
 */
export function readRetryAfter(
  headers: { readonly 'retry-after'?: string | undefined; readonly date?: string | undefined },
  now: number,
): number | undefined {
  const value = headers['retry-after']?.trim();
  if (!value) {
    return undefined;
  }

  const wait = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - (readDate(headers.date) ?? now);
  return wait > 0 ? Math.min(wait, longestRetryAfterMs) : undefined;
}

/** An HTTP date in milliseconds since 1970 (RFC 9110, 5.6.7), or undefined. */
export function readDate(text: string | undefined): number | undefined {
  const time = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}
