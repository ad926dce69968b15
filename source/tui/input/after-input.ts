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
