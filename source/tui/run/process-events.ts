/** What happens to the process from outside, and how to stop it as Ctrl-Z does. */
export type ProcessEvents = ReturnType<typeof createProcessEvents>;

/** What ends the app from outside. */
export type EndSignal = 'SIGTERM' | 'SIGHUP' | 'SIGINT' | 'SIGBREAK';

/** Exit codes by the signal that ended the app: 128 and the signal's number. */
export const signalCodes: Readonly<Record<EndSignal, number>> = {
  SIGTERM: 143,
  SIGHUP: 129,
  SIGINT: 130,
  SIGBREAK: 130,
};

/** If the process cannot be stopped (no shell does it), going on is the answer to Ctrl-Z. */
const noShellMs = 300;

/** The events of a real process; pass `process`. */
export function createProcessEvents(target: NodeJS.Process) {
  return {
    /** Calls back on SIGTERM, SIGHUP, SIGINT, Windows' SIGBREAK and an uncaught error; returns the way to stop. */
    listen(on: { signal(name: EndSignal): void; crash(error: unknown): void }): () => void {
      const crash = (error: unknown): void => on.crash(error);
      const listeners = [
        ...(Object.keys(signalCodes) as EndSignal[]).map((name) => [name, () => on.signal(name)] as const),
        ['uncaughtException', crash] as const,
        ['unhandledRejection', crash] as const,
      ];
      listeners.forEach(([name, listener]) => target.on(name as EndSignal, listener));
      return () => listeners.forEach(([name, listener]) => target.off(name, listener));
    },
    /** Stops the process and everything in its group; resolves when it is continued. */
    async suspend(): Promise<void> {
      // Windows cannot suspend a process this way.
      if (target.platform === 'win32') {
        return;
      }

      await new Promise<void>((resolve) => {
        // Raw mode is off and no other work is due: without a timer Node would end on `fg`.
        const goOn = (): void => {
          clearTimeout(timer);
          target.off('SIGCONT', goOn);
          resolve();
        };
        const timer = setTimeout(goOn, noShellMs);
        target.on('SIGCONT', goOn);
        // The whole group, as the terminal itself would: a shell only sees a job stop when npm in front of us does too.
        target.kill(0, 'SIGTSTP');
      });
    },
  };
}
