import type { SenderLease } from '../../local/sender-lease.js';
import { takeInTime } from '../../platform/concurrency/turns.js';
import type { EngineState } from '../engine-state.js';

/** How long somebody who has to be alone waits until another program's sending has ended. */
const patience = { waitMs: 5000, tryMs: 50 };

/** Takes the sender's lease as soon as it is free; undefined: another program still does. */
export function waitForLease({ local, clock }: EngineState): Promise<SenderLease | undefined> {
  return takeInTime(clock, () => local.acquireSenderLease(), patience);
}
