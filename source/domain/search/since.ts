import { parseLifetime } from '../duration.ts';

/** A moment that lies back: `2d`, `12h`, `today`, `yesterday` or a day, from midnight here. In ms since 1970. */
export function parseSince(text: string, now: number): number | undefined {
  const written = text.trim();
  if (written === 'today' || written === 'yesterday') {
    const date = new Date(now);
    const day = date.getDate() - (written === 'today' ? 0 : 1);
    return new Date(date.getFullYear(), date.getMonth(), day).getTime();
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
