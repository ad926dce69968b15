import { exitCode } from './failures/exit-code.js';

// SIGBREAK is Ctrl-Break of a Windows console; SIGHUP is what closing one comes as, and ten seconds later Windows ends
// the process.
const exits: Readonly<Record<string, number>> = {
  SIGINT: exitCode.interrupted,
  SIGTERM: exitCode.terminated,
  SIGHUP: 129,
  SIGBREAK: exitCode.interrupted,
};

/** Ctrl-C and its like while a command runs. */
export type Interrupts = {
  /** Fires at the first Ctrl-C, SIGTERM or SIGHUP; its reason is the exit code. */
  readonly signal: AbortSignal;
  /** Takes SIGHUP out of these: from now on it does this. Not on Windows, where it is the console that is closed. */
  readonly onHangup: (work: () => void) => void;
  stop(): void;
};

/** From now on the first signal asks the command to end, and a second one ends the process at once. */
export function listenForInterrupts(): Interrupts {
  const controller = new AbortController();
  const handle = (name: NodeJS.Signals): void => {
    if (controller.signal.aborted) {
      process.exit(exits[name]);
    }

    controller.abort(exits[name]);
  };
  const names = Object.keys(exits) as NodeJS.Signals[];
  for (const name of names) {
    process.on(name, handle);
  }

  return {
    signal: controller.signal,
    onHangup: (work) => {
      if (process.platform === 'win32') {
        return;
      }

      process.off('SIGHUP', handle);
      process.on('SIGHUP', work);
    },
    stop: () => {
      for (const name of names) {
        process.off(name, handle);
      }
    },
  };
}

/** The exit code of the signal that arrived, or undefined. */
export function interruptionOf(signal: AbortSignal): number | undefined {
  return signal.aborted ? (signal.reason as number) : undefined;
}
