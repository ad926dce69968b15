/**
 * A wheel that is turned arrives as arrows (DECSET 1007), in most terminals three a notch. A person who turns it does
 * not look at the focus, so among choices for Enter it must be told from fingers: by the number of arrows that come at
 * once. A notch of one or two arrows cannot be told: it moves the choice as one or two presses do, in sight.
 */
import type { Key } from './decode-keys.js';

/** Fewer are fingers: they repeat a key 30 times a second, and a slow link delivers two presses at once. */
const fewest = 3;
/** Pieces of one notch come so soon after each other, in milliseconds. */
const apartMs = 20;
/** The rest of a turn belongs to it, in milliseconds. */
const tailMs = 100;

/** Tells a wheel from fingers. `onTold`: called when the time for more arrows is over. */
export function createWheel(onTold: () => void) {
  let waitedFor = 0;
  let stopWaiting = (): void => undefined;
  let turning: string | undefined;
  let tail: NodeJS.Timeout | undefined;

  return {
    /** The queue with a verdict on its head; undefined: it cannot be told yet, and `onTold` is called once it can. */
    tell(queue: readonly Key[]): Key[] | undefined {
      const name = queue[0]?.name ?? '';
      const end = queue.findIndex((key) => key.type !== 'key' || key.name !== name);
      const count = end === -1 ? queue.length : end;
      const isWheel = count >= fewest || turning === name;
      if (!isWheel && end === -1 && waitedFor !== count) {
        stopWaiting();
        stopWaiting = afterInput(apartMs, () => {
          waitedFor = count;
          onTold();
        });
        return undefined;
      }

      stopWaiting();
      waitedFor = 0;
      if (isWheel) {
        turning = name;
        clearTimeout(tail);
        tail = setTimeout(() => (turning = undefined), tailMs);
      }

      return queue.map((key, index) => (index < count ? { ...key, isBurst: isWheel } : key));
    },
    /** Another key was pressed: the turn is over. */
    end(): void {
      turning = undefined;
    },
    dispose(): void {
      stopWaiting();
      clearTimeout(tail);
    },
  };
}

/** Whether a key is one that a wheel sends, still without a verdict. */
export function mayBeWheel({ type, name, isBurst }: Key): boolean {
  return type === 'key' && (name === 'up' || name === 'down') && isBurst === undefined;
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
