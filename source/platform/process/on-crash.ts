/**
 * Has an error that nobody caught told by `tell`, after which the process ends with 1: what it was doing is in nobody
 * knows what state.
 *
 * @returns ends that
 */
export function onCrash(tell: (error: unknown) => void): () => void {
  const end = (error: unknown): void => {
    try {
      tell(error);
    } finally {
      process.exit(1);
    }
  };
  process.on('uncaughtException', end);
  return () => process.off('uncaughtException', end);
}
