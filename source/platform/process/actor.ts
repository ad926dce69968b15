import { hostname, userInfo } from 'node:os';

/** Who runs this program and where, `ada@shelter`, for records of who did what. */
export function nameActor(): string {
  return `${userName()}@${hostname()}`;
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run under a number that no user has.
    return String(process.getuid?.() ?? 'unknown');
  }
}
