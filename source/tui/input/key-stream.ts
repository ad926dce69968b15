/**
 * The way from the terminal's bytes to actions.
 *
 * Every key is first offered to the key table (`take`); the rest (typed text, pastes, the keys of a select list) is
 * passed on to Ink's widgets. Three things a plain `useInput` gets wrong are settled here, once:
 *
 * - a chunk of several keys (`jjjj` in one write, or `:42` and Enter) is taken key by key, each in the state the one
 *   before left;
 * - an arrow key that a slow link split in two is rejoined (setting `escape`) instead of being an Escape and two letters;
 * - after a key that changed the state, passing on waits until React has mounted what should receive it.
 */
import { continuesEscape, decodeKeys, decodeLate, holdFor, type Key } from './decode-keys.ts';

/** A key waits no longer for the screen, in milliseconds: one that cannot be drawn must not hold up Ctrl-C. */
const longestMs = 5000;

/** Turns the terminal's input into keys. */
export function createKeyStream(options: {
  take(key: Key): boolean;
  typing(): boolean;
  /** Whether a key is about the screen that comes next: a form is being saved, or a store opened. Ctrl-C never is. */
  waits(key: Key): boolean;
  /** Whether the widgets that the state of the screens asks for are mounted, and have its values. */
  isDrawn(): boolean;
  pass(raw: string): void;
  /** How long a lone Escape may be the start of a longer key, in milliseconds. */
  escapeMs(): number;
}) {
  let rest = '';
  let stopHolding = (): void => undefined;
  let queue: Key[] = [];
  // Keys may be pushed before the first frame is mounted.
  let unsettled = true;
  let waiting = false;

  const drain = (): void => {
    while (!waiting) {
      const key = queue[0];
      if (key === undefined) {
        return;
      }

      if (options.waits(key)) {
        const stop = queue.findIndex(({ name }) => name === 'ctrl-c');
        if (stop === -1) {
          return;
        }

        queue = queue.slice(stop);
        continue;
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

  // React mounts in tasks of its own; on a busy machine it takes several.
  const settle = (): void => {
    waiting = true;
    const latest = performance.now() + longestMs;
    const look = (): void => {
      if (!options.isDrawn() && performance.now() < latest) {
        setImmediate(look);
        return;
      }

      waiting = false;
      unsettled = false;
      drain();
    };
    setImmediate(() => setImmediate(look));
  };

  return {
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
        stopHolding = afterInput(holdFor(rest, options.escapeMs()), () => {
          queue.push(...decodeLate(rest));
          rest = '';
          drain();
        });
      }

      drain();
    },
    /** Goes on with the keys that waited for the next screen, or drops them where that did not come. */
    goOn(keepsKeys: boolean): void {
      // Another thing may stand under the mouse by now.
      queue = keepsKeys ? queue.filter(({ type }) => type !== 'mouse') : [];
      drain();
    },
    dispose(): void {
      stopHolding();
      queue = [];
    },
  };
}

/**
 * Does work once no input came for so many milliseconds; returns the way to stop that.
 *
 * A program that was kept from running meets the end of a wait before it reads the input that arrived meanwhile. So the
 * input is read first: Node reads between its timers and its immediates. Whoever waits stops the work when the input is
 * there.
 */
export function afterInput(ms: number, work: () => void): () => void {
  let immediate: NodeJS.Immediate | undefined;
  const timer = setTimeout(() => {
    immediate = setImmediate(work);
  }, ms);
  return () => {
    clearTimeout(timer);
    clearImmediate(immediate);
  };
}
