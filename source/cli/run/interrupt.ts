import { exitCode } from './exit-code.js';

const exits: Readonly<Record<string, number>> = { SIGINT: exitCode.interrupted, SIGTERM: exitCode.terminated, SIGHUP: 129 };

/** Ctrl-C and its like while a command runs. */
export type Interrupts = {
  /** Fires at the first Ctrl-C, SIGTERM or SIGHUP; its reason is the exit code. */
  readonly signal: AbortSignal;
  /** Takes SIGHUP out of these: from now on it does this. */
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
