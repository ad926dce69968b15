/**
 * The way from the terminal's bytes to actions.
 *
 * A wheel is told from fingers where arrows choose (`tell-wheel.ts`). Every key is first offered to the key table
 * (`take`); the rest (typed text, pastes, the keys of a select list) is passed on to Ink's widgets. Three things a
 * plain `useInput` gets wrong are settled here, once:
 *
 * - a chunk of several keys (`jjjj` in one write, or `:42` and Enter) is taken key by key, each in the state the one
 *   before left;
 * - an arrow key that a slow link split in two is rejoined within 50 ms instead of being an Escape and two letters;
 * - after a key that changed the state, passing on waits until React has mounted what should receive it.
 *
 * Keys that are typed while a form is being saved are about the screen after it, so they wait until it is saved.
 */
import { afterInput, createWheel, mayBeWheel } from './tell-wheel.js';
import { continuesEscape, decodeKeys, decodeLate, holdFor, type Key } from './decode-keys.js';

/** Turns the terminal's input into keys. */
export type KeyStream = ReturnType<typeof createKeyStream>;

/** Holds a lone Escape back for 50 ms, in case it is the start of an arrow key. */
export function createKeyStream(options: {
  /** Runs the action of a key; false if the key table binds none to it. */
  take(key: Key): boolean;
  /** Whether a text field has the focus. */
  typing(): boolean;
  /** Whether an arrow now would change what Enter then takes. */
  chooses(): boolean;
  /** Whether a form is being saved. Only Ctrl-C, and Escape in its turn, are taken meanwhile. */
  saves(): boolean;
  /** Hands text or a key to the widget that has the focus. */
  pass(raw: string): void;
}) {
  let rest = '';
  let stopHolding = (): void => undefined;
  let queue: Key[] = [];
  // Keys may be pushed before the first frame is mounted.
  let unsettled = true;
  let waiting = false;
  const wheel = createWheel(() => drain());

  const drain = (): void => {
    while (!waiting) {
      const key = queue[0];
      if (key === undefined) {
        return;
      }

      if (options.saves() && key.name !== 'escape' && key.name !== 'ctrl-c') {
        const stop = queue.findIndex(({ name }) => name === 'ctrl-c');
        if (stop === -1) {
          return;
        }

        queue = queue.slice(stop);
        continue;
      }

      if (mayBeWheel(key) && options.chooses()) {
        const told = wheel.tell(queue);
        if (told === undefined) {
          return;
        }

        queue = told;
        continue;
      }

      if (key.isBurst === undefined) {
        wheel.end();
      }

      if (options.take(key)) {
        queue.shift();
      } else if (unsettled) {
        settle();
        return;
      } else {
        queue.shift();
        options.pass(key.type === 'text' && options.typing() ? key.raw + takeText() : key.raw);
      }

      unsettled = true;
    }
  };

  /** Text typed or pasted without brackets goes in one piece: one render, not one a letter. */
  const takeText = (): string => {
    const end = queue.findIndex((key) => key.type !== 'text');
    const text = queue.slice(0, end === -1 ? queue.length : end);
    queue = queue.slice(text.length);
    return text.map((key) => key.raw).join('');
  };

  // React runs a render's effects in a task of its own, which the first turn lets in; the second comes after it.
  const settle = (): void => {
    waiting = true;
    setImmediate(() =>
      setImmediate(() => {
        waiting = false;
        unsettled = false;
        drain();
      }),
    );
  };

  return {
    /** Takes a chunk of the terminal's input. */
    push(chunk: string): void {
      stopHolding();
      if (rest === '\u001B' && !continuesEscape(chunk)) {
        // This is not the rest of a sequence but two keys that were pressed quickly.
        queue.push(...decodeLate(rest));
        rest = '';
      }

      const decoded = decodeKeys(rest + chunk);
      rest = decoded.rest;
      queue.push(...decoded.keys);
      if (rest !== '') {
        stopHolding = afterInput(holdFor(rest), () => {
          queue.push(...decodeLate(rest));
          rest = '';
          drain();
        });
      }

      drain();
    },
    /** Goes on with the keys that waited for a form, or drops them where it could not be saved and is still open. */
    goOn(keepsKeys: boolean): void {
      // Another thing may stand under the mouse by now.
      queue = keepsKeys ? queue.filter(({ type }) => type !== 'mouse') : [];
      drain();
    },
    dispose(): void {
      stopHolding();
      wheel.dispose();
      queue = [];
    },
  };
}
