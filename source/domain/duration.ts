/** Lengths of time as they are typed and shown. */
const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Reads a length of time such as `500ms`, `1.5m` or `1h`, at most a day, in milliseconds; undefined: invalid. */
export function parseDuration(text: string): number | undefined {
  return parseLength(text, /^(\d{1,9}(?:\.\d{1,3})?)(ms|s|m|h)$/, 1);
}

/** Reads how long something is to last, such as `12h` or `90d`, at most ten years, in milliseconds. */
export function parseLifetime(text: string): number | undefined {
  return parseLength(text, /^(\d{1,5})(s|m|h|d)$/, 3650);
}

function parseLength(text: string, form: RegExp, mostDays: number): number | undefined {
  const [, count, unit = ''] = form.exec(text.trim()) ?? [];
  const ms = Math.round(Number(count) * (units[unit] ?? 0));
  return ms <= mostDays * 86_400_000 ? ms : undefined;
}

/** The shortest such text: 2000 is `2s`. */
export function formatDuration(ms: number): string {
  const unit = ['h', 'm', 's'].find((name) => ms >= (units[name] ?? 1) && ms % (units[name] ?? 1) === 0) ?? 'ms';
  return `${ms / (units[unit] ?? 1)}${unit}`;
}
