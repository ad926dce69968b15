import { dateTimeText, twoDigits } from '../platform/time/clock.ts';
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A time as a person reads it, in the machine's own zone: `09:05` today, `20 Nov 09:05` another day. */
export function timeText(iso: string, now: number): string {
  const date = new Date(iso);
  const today = new Date(now);
  const clock = `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
  if (date.toDateString() === today.toDateString()) {
    return clock;
  }

  const day = `${date.getDate()} ${months[date.getMonth()] ?? ''}`;
  return `${date.getFullYear() === today.getFullYear() ? day : `${day} ${date.getFullYear()}`} ${clock}`;
}

/** How old a list is, wherever the app shows it: `as of 09:05`. */
export function asOfText(iso: string, now: number): string {
  return `as of ${timeText(iso, now)}`;
}

/** The same within a sentence: `09:05`, `yesterday 17:40`, `20 Nov 09:05`. */
export function sinceText(iso: string, now: number): string {
  const text = timeText(iso, now);
  return isYesterday(iso, now) ? `yesterday ${text.slice(-5)}` : text;
}

/** The day alone, as a heading: `Today`, `Yesterday`, `20 Nov`. */
export function dayText(iso: string, now: number): string {
  return isYesterday(iso, now) ? 'Yesterday' : timeText(iso, now).slice(0, -6) || 'Today';
}

/** `09:05`, below such a heading. */
export function clockText(iso: string): string {
  return timeText(iso, Date.parse(iso));
}

function isYesterday(iso: string, now: number): boolean {
  const yesterday = new Date(now);
  yesterday.setDate(yesterday.getDate() - 1);
  return new Date(iso).toDateString() === yesterday.toDateString();
}

/** `09:05:20`, with seconds, for what happens soon or follows closely. */
export function exactTimeText(iso: string, now: number): string {
  return `${timeText(iso, now)}:${twoDigits(new Date(iso).getSeconds())}`;
}

/** How long ago, in one unit: `now`, `5 min`, `2 h`, `3 d`. */
export function ageText(iso: string, now: number): string {
  const minutes = Math.floor((now - Date.parse(iso)) / 60_000);
  if (minutes < 1) {
    return 'now';
  }

  if (minutes < 60) {
    return `${minutes} min`;
  }

  return minutes < 48 * 60 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / (24 * 60))} d`;
}

/** Since when, in at most nine cells: `now`, `5 min`, `09:05` today, `yesterday`, `20 Nov`, `Nov 2025`. */
export function briefSinceText(iso: string, now: number): string {
  const age = ageText(iso, now);
  if (age === 'now' || age.endsWith('min')) {
    return age;
  }

  const text = sinceText(iso, now);
  return text.startsWith('yesterday') ? 'yesterday' : text.replace(/ \d\d:\d\d$/u, '').replace(/^\d+ (?=.* )/u, '');
}

/** `2 h ago`, or `now`. */
export function agoText(iso: string, now: number): string {
  const age = ageText(iso, now);
  return age === 'now' ? age : `${age} ago`;
}

/** `2026-11-21 09:05:20`, with seconds. */
export function exactDateTimeText(iso: string): string {
  return `${dateTimeText(iso)}:${twoDigits(new Date(iso).getSeconds())}`;
}

/** `2026-11-21 09:05:20 +01:00`: the same moment wherever it is read. */
export function zonedTimeText(iso: string): string {
  const minutes = -new Date(iso).getTimezoneOffset();
  const ahead = Math.abs(minutes);
  return `${exactDateTimeText(iso)} ${minutes < 0 ? '-' : '+'}${twoDigits(Math.floor(ahead / 60))}:${twoDigits(ahead % 60)}`;
}

/** `14:32:05`, or `2026-11-22 00:10:00` on another day, for the end of a wait. */
export function waitEndText(iso: string, now: number): string {
  const text = exactDateTimeText(iso);
  return new Date(iso).toDateString() === new Date(now).toDateString() ? text.slice(-8) : text;
}

/** A length of time in one unit, from the seconds on, for the shell: `20 s`, `5 min`, `2 h`, `3 days`. */
export function lengthText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 90) {
    return `${seconds} s`;
  }

  const minutes = Math.round(seconds / 60);
  if (minutes < 90) {
    return `${minutes} min`;
  }

  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} days`;
}
