const two = (value: number): string => String(value).padStart(2, '0');

/** `2026-11-21 09:05`, as the clock of this machine shows it. */
export function localDateTime(iso: string): string {
  const at = new Date(iso);
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${two(at.getHours())}:${two(at.getMinutes())}`;
}

const minuteMs = 60_000;

/** `14:32` for the end of a wait of at most an hour: the first full minute at which it is over. */
export function localEnd(iso: string): string {
  return localDateTime(new Date(Math.ceil(Date.parse(iso) / minuteMs) * minuteMs).toISOString()).slice(-5);
}
