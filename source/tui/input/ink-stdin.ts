import { EventEmitter } from 'node:events';

/**
 * The stdin Ink sees: Ink switches raw mode through it and reads only the input that is passed on to it.
 *
 * The real input is listened to from the start on, and while Ink owns the terminal: a suspended app takes no keys from
 * the shell.
 */
export class InkStdin extends EventEmitter {
  readonly isTTY = true;
  readonly #input: NodeJS.ReadStream;
  readonly #onChunk: (chunk: string) => void;
  #passed: string[] = [];

  constructor(input: NodeJS.ReadStream, onChunk: (chunk: string) => void) {
    super();
    this.#input = input;
    this.#onChunk = onChunk;
  }

  /** Begins to take what is typed before Ink asks for it. */
  listen(): void {
    this.#input.setEncoding('utf8');
    this.#input.on('data', this.#onChunk);
    this.#input.resume();
  }

  /** Hands a text to Ink's widgets as if it had just been typed. */
  pass(text: string): void {
    this.#passed.push(text);
    this.emit('readable');
  }

  read(): string | null {
    return this.#passed.shift() ?? null;
  }

  setRawMode(raw: boolean): this {
    this.#input.off('data', this.#onChunk);
    if (raw) {
      this.#input.on('data', this.#onChunk);
      this.#input.resume();
    } else {
      this.#input.pause();
    }

    this.#input.setRawMode(raw);
    return this;
  }

  /** It is set already; once more would break a character of which only the first bytes are there. */
  setEncoding(): this {
    return this;
  }

  ref(): this {
    this.#input.ref();
    return this;
  }

  unref(): this {
    this.#input.unref();
    return this;
  }
}
