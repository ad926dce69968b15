/** The present trouble of the local store, and the questions that stop all sending. */
import type { Connection, ConnectionState } from '../../domain/connection.ts';
import type { Problem } from '../../domain/problem.ts';
import { isStorageFailure, toStorageError } from '../../local/documents/storage-error.ts';
import type { LocalFiles } from '../../local/local-files.ts';
import { type Clock, isoNow } from '../../platform/time/clock.ts';

/** By what failed: the reading at the start, a round of the open app, saving the lists, following other programs. */
const sentences = {
  load: 'The saved animals cannot be read',
  round: 'The local store cannot be written',
  copy: 'The local store cannot be written',
  watch: 'The queue cannot be read',
} as const;
type Work = keyof typeof sentences;

/** A mistake of ours. Blaming the disk would mislead a person. */
const unexpected: Problem = {
  code: 'unexpected',
  message:
    'Something unexpected went wrong here. Everything saved before is kept, and it is tried again. ' +
    'The details are in the log; please report it.',
};

type Troubled = {
  readonly local: Pick<LocalFiles, 'folder' | 'newer'>;
  readonly options: { readonly report?: (error: unknown) => void };
  show(changes: { readonly readOnly: Problem | undefined }): void;
};

/**
 * The present trouble of the local store, for the snapshot's `readOnly`: by the step that failed, which clears it when
 * it goes well. Begins empty; a note replaces the earlier one of the same deed.
 */
export function createLocalErrors(engine: Troubled) {
  const { local } = engine;
  const problems = new Map<Work, Problem>();
  const show = (): void => {
    const newer = local.newer();
    engine.show({
      readOnly: newer
        ? toStorageError('The local store cannot be written', local.folder, newer).problem
        : problems.values().next().value,
    });
  };

  return {
    /** Shows a newer version that was met. */
    showNewerVersion: show,
    reportProblem(deed: Work, error: unknown): void {
      const problem = isStorageFailure(error)
        ? toStorageError(sentences[deed], local.folder, error).problem
        : unexpected;
      // Tried again and again: the log needs it once, and without it the cause stays unknown.
      if (problems.get(deed)?.message !== problem.message) {
        engine.options.report?.(error);
      }

      problems.set(deed, problem);
      show();
    },
    /** Of one deed, or of all: something was just saved. A store of a newer version stays one. */
    clearProblem(deed?: Work): void {
      for (const each of deed === undefined ? [...problems.keys()] : [deed]) {
        problems.delete(each);
      }

      show();
    },
  };
}

/**
 * In the order of their precedence:
 *
 * - `refusal`: everything is refused, or the profile was moved
 * - `copy`: the queue was copied or restored (`copied.ts`)
 * - `key`: whether the queued animals belong to the store that the present key shows (`api-key.ts`)
 * - `store`: whether the store was reset, or is another one (`same-store.ts`)
 */
const kinds = ['refusal', 'copy', 'key', 'store'] as const;
/** One of them. */
export type QuestionKind = (typeof kinds)[number];

type Asking = {
  readonly clock: Clock;
  setConnection(state: ConnectionState, problem?: Problem): void;
  show(changes: Record<string, never>): void;
};

/**
 * The questions that stop all sending: a person answers one, a later reading may end that about the store, and the next
 * correct answer ends a refusal. Several may be open at once. The first one is on show, and is the one that a person answers:
 * whoever answers about the store has not said that the queue is no copy. Begins without any.
 */
export class Questions {
  /** Whether it was looked whether the queue is a copy, in which something waits or from which something was sent. */
  isOriginKnown = false;
  readonly #open = new Map<QuestionKind, Connection>();

  readonly #asking: Asking;

  constructor(asking: Asking) {
    this.#asking = asking;
  }

  /** The one on show. */
  get first(): QuestionKind | undefined {
    return kinds.find((kind) => this.#open.has(kind));
  }

  /** The same, as it is shown. */
  get open(): Connection | undefined {
    return this.first && this.#open.get(this.first);
  }

  /** Whether only a person ends it, or the return of what is missing. */
  get isForPerson(): boolean {
    return this.open?.state === 'changed';
  }

  has(kind: QuestionKind): boolean {
    return this.#open.has(kind);
  }

  /** Stops sending to the service as a whole; the queue is kept. */
  ask(kind: QuestionKind, problem: Problem, state: Connection['state'] = 'changed'): void {
    this.#open.set(kind, { state, since: isoNow(this.#asking.clock), problem });
    this.show();
  }

  /** A person answered, or the evidence is gone. A refusal stays on show until the next answer, but sending goes on. */
  settle(kind: QuestionKind): void {
    if (!this.#open.delete(kind)) {
      return;
    }

    if (kind === 'refusal') {
      this.#asking.show({});
    } else {
      this.show();
    }
  }

  /** Shows the first one as the state of the connection, or else this. */
  show(otherwise: Connection['state'] = 'connecting'): void {
    const { state = otherwise, problem } = this.open ?? {};
    this.#asking.setConnection(state, problem);
    this.#asking.show({});
  }
}
