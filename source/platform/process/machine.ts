import { readFileSync } from 'node:fs';
import { hostname, userInfo } from 'node:os';

/** Tells this machine from others if it has an identity (Linux: /etc/machine-id); empty if it has none. */
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
 * Whether the host of a `URL` is this machine itself: nothing on the way can read what is sent there, and no proxy
 * leads to it.
 */
export function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127(\.\d+){3}$/.test(hostname)
  );
}

/** A number from 0 up to 1, for back-off; nothing secret is made of it. */
export const systemRandom = (): number => Math.random();
