import type { Check } from '../workspace.ts';

/** A check without a finding. */
export function fine(name: string, detail: string): Check {
  return { name, ok: true, detail };
}

/** A check that could not be made; `detail` says why. */
export function skipped(name: string, detail: string): Check {
  return { name, ok: true, checked: false, detail };
}

/** A finding that something is wrong, with its remedy if there is one. */
export function wrong(name: string, detail: string, remedy?: string): Check {
  return { name, ok: false, detail, ...(remedy === undefined ? {} : { remedy }) };
}
