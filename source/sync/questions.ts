/**
 * The one stop of all sending: a question that a person answers, a doubt, or a refusal that the next correct answer
 * ends. Another one takes its place, but for a question about the queue: whoever answers about the store has not said
 * that the queue is no copy.
 */
import type { Connection } from '../domain/connection.js';
import type { Pet } from '../domain/pet.js';
import type { Problem } from '../domain/problem.js';
import type { Credit } from '../local/footprints.js';
import { isoNow } from '../platform/time/clock.js';
import type { ShownState } from './shown-state.js';

/** The engine whose questions they are. */
type Asking = Pick<ShownState, 'clock' | 'setConnection' | 'show'> & { readonly credit: Pick<Credit, 'doubt'> };

/** The questions about the queue itself, which `health/put-back.ts` asks. */
const queueCodes: readonly string[] = ['folder_copied', 'queue_put_back'];

/** Begins without any. */
export class Questions {
  /** The queued animals that the store shows already, and those like them, by local id; undefined: not asked since. */
  alreadyThere: ReadonlyMap<string, readonly Pet[]> | undefined;
  #open: Connection | undefined;
  #isCopied = false;

  constructor(private readonly asking: Asking) {}

  /** Why nothing is sent until a person, a new key or the next correct answer ends it. */
  get open(): Connection | undefined {
    return this.#open;
  }

  /** Whether only a person ends it, or the return of what is missing. */
  get isForPerson(): boolean {
    return this.#open?.state === 'changed';
  }

  /** Whether it is about the queue itself: whether that is a copy, or was put back. */
  get isAboutQueue(): boolean {
    return queueCodes.includes(this.#open?.problem?.code ?? '');
  }

  /** The folder is not where its origin says. */
  get isCopied(): boolean {
    return this.#isCopied;
  }

  /** If it turns out that it is no copy, sending goes on, unless it is stopped for another reason. */
  setCopied(isCopied: boolean): void {
    const wasCopied = this.#isCopied;
    this.#isCopied = isCopied;
    if (wasCopied && !isCopied && this.settle(...queueCodes)) {
      this.asking.setConnection('connecting');
    }
  }

  /** Stops sending to the service as a whole; the queue is kept. */
  ask(state: 'unauthorized' | 'misconfigured' | 'changed' | 'error', problem: Problem): void {
    if (this.isAboutQueue && (state === 'changed' || state === 'error') && !queueCodes.includes(problem.code)) {
      return;
    }

    this.#open = { state, since: isoNow(this.asking.clock), problem };
    this.asking.setConnection(state, problem);
    this.asking.show({});
  }

  /** A person answered, or the evidence is gone. `codes`: only one of these is meant. Returns whether it was open. */
  settle(...codes: readonly string[]): boolean {
    const isMeant = this.#open !== undefined && (codes.length === 0 || codes.includes(this.#open.problem?.code ?? ''));
    if (isMeant) {
      this.#open = undefined;
      this.asking.show({});
    }

    return isMeant;
  }

  /** Ends a refusal; a question outlasts this, and so does the doubt before it. */
  settleRefusal(): void {
    if (!this.isForPerson && !(this.#open?.state === 'error' && this.asking.credit.doubt)) {
      this.settle();
    }
  }
}
