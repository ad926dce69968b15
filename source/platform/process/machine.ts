import { readFileSync } from 'node:fs';
import { hostname, userInfo } from 'node:os';

/** Tells this machine from others if it has an identity (Linux: /etc/machine-id); otherwise empty. */
export function machineIdentity(): string {
  try {
    return readFileSync('/etc/machine-id', 'utf8').trim();
  } catch {
    return '';
  }
}

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

/**
 * Whether the host of a `URL` is this machine itself: its traffic cannot be read on the way, and no proxy leads to it.
 */
export function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127(\.\d+){3}$/.test(hostname)
  );
}

/** A number from 0 up to 1, for back-off; not for secrets. */
export const systemRandom = (): number => Math.random();
