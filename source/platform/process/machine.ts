import { readFileSync } from 'node:fs';

/** Tells this machine from others where it has an identity (Linux: /etc/machine-id); empty where it has none. */
export function machineIdentity(): string {
  try {
    return readFileSync('/etc/machine-id', 'utf8').trim();
  } catch {
    return '';
  }
}
