import { parseLifetime } from './duration.js';

/**
 * Reads a moment that lies back: how long ago (`2d`, `12h`), `today` or `yesterday`, or a day (`2026-11-22`), which
 * begin at midnight in the machine's own zone. In milliseconds since 1970, as `now` is; undefined if it is none.
 */
export function parseSince(text: string, now: number): number | undefined {
  const written = text.trim();
  if (written === 'today' || written === 'yesterday') {
    const { year, month, day } = dayOf(new Date(now));
    return new Date(year, month, written === 'today' ? day : day - 1).getTime();
  }

  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(written)?.map(Number) ?? [];
  if (year === undefined || month === undefined || day === undefined) {
    const ms = parseLifetime(written);
    return ms === undefined ? undefined : now - ms;
  }

  // The 31st of February would be taken for a day of March.
  const date = new Date(year, month - 1, day);
  return date.getMonth() === month - 1 && date.getDate() === day ? date.getTime() : undefined;
}

function dayOf(date: Date): { readonly year: number; readonly month: number; readonly day: number } {
  return { year: date.getFullYear(), month: date.getMonth(), day: date.getDate() };
}
