/**
 * Has an uncaught error told by `tell`, after which the process ends with 1: its work is in an unknown state.
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
