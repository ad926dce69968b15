/**
 * Resolves when the signal aborts, or, if a stream is given, when that ends. A child process whose stdin is a pipe
 * from its parent sees it end when the parent dies, also when the parent had no chance to say goodbye.
 */
export async function untilStopped(signal: AbortSignal, stdin?: NodeJS.ReadableStream): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const stop = (): void => resolve(undefined);
  signal.addEventListener('abort', stop, { once: true });
  // The end of a stream is noticed only while it is being read.
  stdin?.on('end', stop).on('close', stop).on('error', stop).resume();
  if (signal.aborted) {
    stop();
  }

  await promise;
  signal.removeEventListener('abort', stop);
  stdin?.pause();
}
