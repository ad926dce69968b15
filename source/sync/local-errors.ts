/**
 * The present trouble of the local store, for the snapshot's `readOnly`: by the step that failed, which clears it when
 * it goes well.
 */
import type { Problem } from '../domain/problem.js';
import { isStorageFailure, toStorageError } from '../local/documents/storage-error.js';
import type { LocalFiles } from '../local/local-files.js';

const sentences = {
  /** Reading it at the start, and again until that went well. */
  load: 'The saved animals cannot be read',
  /** A round of the open app. */
  round: 'The local store cannot be written',
  /** Saving the lists. */
  copy: 'The local store cannot be written',
  /** Reading what another program changed. */
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

/** The engine whose trouble it is. */
type Troubled = {
  readonly local: Pick<LocalFiles, 'folder' | 'newer'>;
  readonly options: { readonly report?: (error: unknown) => void };
  show(changes: { readonly readOnly: Problem | undefined }): void;
};

/** Begins empty. A note replaces the earlier one of the same deed. */
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
