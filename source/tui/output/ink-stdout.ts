import { EventEmitter } from 'node:events';

/** The part of the terminal's output that is used here; `process.stdout` has it. */
export type TerminalOutput = Pick<NodeJS.WriteStream, 'columns' | 'rows' | 'write'>;

/** How the lines of a frame are written: painted over the frame before, or appended for a screen reader. */
export type Presenter = {
  /** The text that makes the terminal show these lines and the cursor; empty if it does already. */
  show(lines: readonly string[], cursor: string): string;
  /** Forgets the terminal's contents: the next frame is written whole. */
  forget(): void;
  /** How many columns Ink may fill before it breaks a line. */
  columnsFor(columns: number): number;
};

/** Everything Ink writes that is neither text nor a style: moves, erasures, modes. */
const control = /\u001B\[[\d;?]*[A-HJKhl]/g;
/** Modes switched, but for synchronised output (2026), which presenters use themselves, and the cursor (25). */
const mode = /\u001B\[\?(?!2026|25[hl])\d+[hl]/g;
/** The place of a text field's cursor: so many rows above the last, and a column from 1. */
const cursorPlace = /(?:\u001B\[(\d+)A)?\u001B\[(\d+)G\u001B\[\?25h$/;
/** DECTCEM, reset. */
export const hideCursor = '\u001B[?25l';
const showCursor = '\u001B[?25h';
const alternateScreen = '\u001B[?1049';
/** Ink paints at most every 17 ms; a frame that did not come within this has no news. */
const frameMs = 50;

/**
 * The stdout Ink sees. It takes three things from Ink: the lines of a frame, the place of the cursor, and the modes
 * that are switched. A presenter, which knows the terminal's contents, moves and erases in its own way.
 *
 * Ink can paint a frame by its changed lines, but a list that goes on by one row changes all of them: 1 200 bytes,
 * where a terminal moves the rows by itself for 20. Nor is Ink told of a new size: before React has made the new frame
 * it would paint the old one into the new window.
 */
export class InkStdout extends EventEmitter {
  readonly isTTY = true;
  readonly #output: TerminalOutput;
  readonly #presenter: Presenter;
  #lines: readonly string[] = [];
  #cursor = '';
  #isStale = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(output: TerminalOutput, presenter: Presenter) {
    super();
    this.#output = output;
    this.#presenter = presenter;
  }

  get columns(): number {
    return this.#presenter.columnsFor(this.#output.columns || 80);
  }

  get rows(): number {
    return this.#output.rows || 24;
  }

  write(written: string, done?: () => void): boolean {
    const modes = written.match(mode)?.join('') ?? '';
    if (modes.includes(alternateScreen)) {
      this.#forget();
    }

    const before = this.#cursor;
    this.#cursor = this.#cursorAfter(written);
    const frame = written.replace(control, '');
    const shown = frame === '' ? '' : this.#show(frame.split('\n').slice(0, this.rows));
    // A frame places a visible cursor by itself.
    const isMoved = this.#cursor !== before && (shown === '' || this.#cursor === hideCursor);
    const bytes = modes + (isMoved ? this.#cursor : '') + shown;
    if (bytes !== '' || done) {
      this.#output.write(bytes, done);
    }

    return true;
  }

  redraw(): void {
    this.#forget();
    this.#output.write(this.#show(this.#lines));
  }

  /** The window has another size: whatever the terminal made of the frame, all of it is drawn again. */
  resized(): void {
    this.#forget();
    clearTimeout(this.#timer);
    // Ink does not write a frame that is the same as before.
    this.#timer = setTimeout(() => {
      if (this.#isStale) {
        this.redraw();
        // It may be the frame of the size before, only late, and then the terminal broke its lines.
        this.#forget();
      }
    }, frameMs);
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }

  #forget(): void {
    this.#isStale = true;
    this.#presenter.forget();
  }

  #show(lines: readonly string[]): string {
    this.#lines = lines;
    this.#isStale = false;
    return this.#presenter.show(lines, this.#cursor);
  }

  #cursorAfter(written: string): string {
    const [, up = '0', column] = cursorPlace.exec(written) ?? [];
    if (column !== undefined) {
      return `\u001B[${this.rows - Number(up)};${column}H${showCursor}`;
    }

    if (written.endsWith(showCursor)) {
      return showCursor;
    }

    return written.includes(hideCursor) ? hideCursor : this.#cursor;
  }
}
