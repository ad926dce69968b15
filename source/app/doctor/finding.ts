import type { DoctorCheck } from '../workspace.js';

/** A check without a finding. */
export function fine(name: string, detail: string): DoctorCheck {
  return { name, ok: true, detail };
}

/** A finding that something is wrong, with its remedy if there is one. */
export function wrong(name: string, detail: string, remedy?: string): DoctorCheck {
  return { name, ok: false, detail, ...(remedy === undefined ? {} : { remedy }) };
}
