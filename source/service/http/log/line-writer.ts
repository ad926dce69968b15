/** The log's way out. */
export type LineWriter = {
  /** Takes one record, which is written as JSON on a line of its own before the event loop goes on to wait. */
  readonly write: (record: object) => void;
  /** Writes the held lines. */
  readonly flush: () => void;
};

/**
 * Writes the records of one turn of the event loop at once. Stderr is synchronous if it is a file or a pipe, and
 * under load a system call for each request took a fifth of the time.
 */
export function createLineWriter(write: (text: string) => void): LineWriter {
  let held = '';

  const flush = (): void => {
    if (held !== '') {
      const text = held;
      held = '';
      write(text);
    }
  };

  return {
    write(record) {
      if (held === '') {
        setImmediate(flush);
      }

      held += `${JSON.stringify(record)}\n`;
    },
    flush,
  };
}
