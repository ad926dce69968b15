/** Holds the steps of histories against those that the model takes: `spec/transitions.json`, which `npm run model` writes and checks. */
import { readTransitions } from '../../model/transitions.js';

/** The model's states, by the positions of the protocol. */
const states: Readonly<Record<string, string>> = { waiting: 'queued', unsure: 'checking', refused: 'rejected', settled: 'created' };

/** Steps that the model leaves out, and why. */
const leftOut: Readonly<Record<string, string>> = {};

const taken = new Set(readTransitions().map((step) => step.join(' > ')));

/**
 * Whether the model takes this step, or says why it leaves it out.
 *
 * @param label as `labelOf` gives it
 */
export function isInModel(from: string, label: string, to: string, { isVersion1 }: { readonly isVersion1: boolean }): boolean {
  const step = toModelStep(from, label, to);
  return isVersion1 || taken.has(step) || step in leftOut;
}

/** A step in the model's words: `queued > attempt > sending`. */
export function toModelStep(from: string, label: string, to: string): string {
  const record = label.startsWith('adopted:') ? 'adopted' : label.replace(':', ' ');
  return [states[from] ?? from, record, states[to] ?? to].join(' > ');
}
