/**
 * Holds the steps of histories against those that the model takes: `spec/transitions.json`, which `npm run model`
 * writes and checks.
 */
import { readTransitions } from '../../model/transitions.js';

/** The model's states, by the positions of the protocol. */
const states: Readonly<Record<string, string>> = {
  waiting: 'queued',
  unsure: 'checking',
  refused: 'rejected',
  settled: 'created',
};

const taken = new Set(readTransitions().map((step) => step.join(' > ')));

/**
 * Whether the model takes this step, or leaves it to the protocol.
 *
 * @param label as `labelOf` gives it
 */
export function isInModel(
  from: string,
  label: string,
  to: string,
  { isVersion1 }: { readonly isVersion1: boolean },
): boolean {
  return isVersion1 || isLateOutcome(from, label, to) || taken.has(toModelStep(from, label, to));
}

/**
 * Whether an outcome finds its entry elsewhere: a full disk kept it back, and others went on. The model takes some of
 * these, with a budget, to see that they break no promise; what each of them does is left to the protocol
 * (`protocol.ts`).
 */
export function isLateOutcome(from: string, label: string, to: string): boolean {
  return label.startsWith('outcome:') && (from !== 'sending' || to === 'sending');
}

/** A step in the model's words: `queued > attempt > sending`. */
export function toModelStep(from: string, label: string, to: string): string {
  const record = label.startsWith('adopted:') ? 'adopted' : label.replace(':', ' ');
  return [states[from] ?? from, record, states[to] ?? to].join(' > ');
}
