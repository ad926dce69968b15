import { describeState, type EntryState, entryStates, isWaiting } from '../../../domain/entry.js';
import type { Input } from '../../parse/input.js';
import type { Format } from '../../print/answer.js';
import { wrongUse } from '../../run/failures/failure.js';

/** The flags of `queue list` that say which animals are meant. */
export type ChoosingFlag = 'state' | 'sent' | 'discarded' | 'all';

/**
 * Which queued animals are meant. `nothing`: the sentence for an empty result; `hidesSent`: sent ones are left out
 * unasked.
 */
export type QueueChoice = {
  readonly states: readonly EntryState[];
  readonly hasArchive: boolean;
  readonly nothing: string;
  readonly hidesSent?: true;
};

/**
 * What `queue list` is about. A person at a table sees the animals that wait or need somebody; programs get all but the
 * discarded ones, as promised. Two of `--sent`, `--discarded` and `--all` are both of them together.
 */
export function chooseEntries(input: Input<ChoosingFlag>, format: Format): QueueChoice {
  const state = input.choice('state', entryStates);
  const settled = (
    [
      ['sent', 'created'],
      ['discarded', 'discarded'],
    ] as const
  ).filter(([flag]) => input.has(flag));
  if (state !== undefined) {
    if (settled.length > 0) {
      throw wrongUse(`--state and --${settled[0]?.[0] ?? ''} both say which animals are meant: give one of them.`);
    }

    return { states: [state], hasArchive: input.has('all'), nothing: `No queued animal is ${describeState(state)}.` };
  }

  if (input.has('all')) {
    return { states: entryStates, hasArchive: true, nothing: 'No animal is queued.' };
  }

  if (settled.length > 0) {
    return {
      states: settled.map(([, each]) => each),
      hasArchive: true,
      nothing: `No animal was ${settled.map(([flag]) => flag).join(' or ')}.`,
    };
  }

  return format === 'table'
    ? {
        states: entryStates.filter(isWaiting),
        hasArchive: false,
        nothing: 'No animal is queued or needs you.',
        hidesSent: true,
      }
    : {
        states: entryStates.filter((each) => each !== 'discarded'),
        hasArchive: false,
        nothing: 'No animal is queued.',
      };
}
