import { EventEmitter } from 'node:events';
import { createSpeaker } from './speaker.ts';

/** The part of the terminal's output that is used here; `process.stdout` has it. */
export type TerminalOutput = Pick<NodeJS.WriteStream, 'rows' | 'write'>;

/** Everything Ink writes that is neither text nor a style: moves, erasures, modes. */
const control = /\u001B\[[\d;?]*[A-HJKhl]/g;
/** Modes switched, but for synchronised output (2026). */
const mode = /\u001B\[\?(?!2026)\d+[hl]/g;

/**
 * The stdout Ink sees where a screen reader listens: of a frame it takes the lines, and of those the speaker writes what
 * is news. It never moves or erases.
 */
export class SpokenStdout extends EventEmitter {
  readonly isTTY = true;
  /** No line is broken: who listens hears whole sentences, and the terminal breaks them itself. */
  readonly columns = 100_000;
  readonly #output: TerminalOutput;
  readonly #speaker = createSpeaker();
  #lines: readonly string[] = [];

  constructor(output: TerminalOutput) {
    super();
    this.#output = output;
  }

  get rows(): number {
    return this.#output.rows || 24;
  }

  write(written: string, done?: () => void): boolean {
    const frame = written.replace(control, '');
    this.#lines = frame === '' ? this.#lines : frame.split('\n');
    const bytes = (written.match(mode)?.join('') ?? '') + (frame === '' ? '' : this.#speaker.show(this.#lines));
    if (bytes !== '' || done) {
      this.#output.write(bytes, done);
    }

    return true;
  }

  /** Reads the whole screen again. */
  redraw(): void {
    this.#speaker.forget();
    this.#output.write(this.#speaker.show(this.#lines));
  }
}
