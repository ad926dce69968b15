const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** Reads a length of time such as `500ms`, `1.5m` or `1h`, at most a day, in milliseconds; undefined: invalid. */
export function parseDuration(text: string): number | undefined {
  const match = /^(\d{1,9}(?:\.\d{1,3})?)(ms|s|m|h)$/.exec(text.trim());
  const ms = match ? Math.round(Number(match[1]) * (units[match[2] ?? ''] ?? 0)) : undefined;
  return ms === undefined || ms > 86_400_000 ? undefined : ms;
}

/** Reads how long something is to last, such as `12h` or `90d`, at most ten years, in milliseconds. */
export function parseLifetime(text: string): number | undefined {
  const [, count, unit] = /^(\d{1,5})(s|m|h|d)$/.exec(text.trim()) ?? [];
  const ms = count === undefined ? undefined : Number(count) * (unit === 'd' ? 86_400_000 : (units[unit ?? ''] ?? 0));
  return ms === undefined || ms > 3650 * 86_400_000 ? undefined : ms;
}

/** The shortest such text: 2000 is `2s`. */
export function formatDuration(ms: number): string {
  const unit = ['h', 'm', 's'].find((name) => ms >= (units[name] ?? 1) && ms % (units[name] ?? 1) === 0) ?? 'ms';
  return `${ms / (units[unit] ?? 1)}${unit}`;
}

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
