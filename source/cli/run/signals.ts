/** Ctrl-Z, Ctrl-C and their like while a command runs. */
import { setImmediate as immediate } from 'node:timers/promises';
import type { Engine } from '../../sync/api.ts';
import { exitCode } from './failure.ts';

/**
 * Ctrl-Z. Before the first engine no lock is held, so the system's own way of stopping is right. `onContinued`: the
 * terminal was the shell's meanwhile.
 */
export function createSuspensions(
  target: Pick<NodeJS.Process, 'on' | 'off' | 'platform' | 'pid' | 'kill'>,
  onContinued: () => void,
) {
  const engines: Pick<Engine, 'suspendDuring'>[] = [];
  let suspendedMs = 0;
  let suspendedAt: number | undefined;
  /** Stands still while the process is stopped. */
  const ownTime = (): number => (suspendedAt ?? performance.now()) - suspendedMs;

  async function suspend(): Promise<void> {
    // A second Ctrl-Z while the first one is being obeyed has no further effect: one `fg` is to be enough.
    if (suspendedAt !== undefined) {
      return;
    }

    suspendedAt = performance.now();
    // A stopped command that kept the sender's lock would keep every other petstore from sending.
    const stopProcess = async (): Promise<void> => {
      target.kill(target.pid, 'SIGSTOP');
      onContinued();
      // The service may have closed connections meanwhile. That is read before any of them is used again, or the store
      // would be found unreachable: once round the event loop, wherever in it this is.
      await immediate();
      await immediate();
    };
    await engines.reduce((work, engine) => () => engine.suspendDuring(work), stopProcess)();
    suspendedMs += performance.now() - suspendedAt;
    suspendedAt = undefined;
  }

  const onStop = (): void => void suspend();
  return {
    /** From now on a suspended process holds no lock, and goes on with this engine's work when it is continued. */
    watch(engine: Pick<Engine, 'suspendDuring'>): void {
      engines.push(engine);
      // Windows cannot suspend a process this way.
      if (engines.length === 1 && target.platform !== 'win32') {
        target.on('SIGTSTP', onStop);
      }
    },
    /** Fires after `ms` of the process's own time: it does not count while it is stopped. */
    patience(ms: number): AbortSignal {
      const over = new AbortController();
      const end = ownTime() + ms;
      const look = (): void => {
        const left = end - ownTime();
        if (left > 0) {
          setTimeout(look, left).unref();
        } else {
          over.abort();
        }
      };
      look();
      return over.signal;
    },
    stop: () => void target.off('SIGTSTP', onStop),
  };
}

// SIGBREAK is Ctrl-Break of a Windows console; SIGHUP is what closing one comes as, and ten seconds later Windows ends
// the process.
const exits: Readonly<Record<string, number>> = {
  SIGINT: exitCode.interrupted,
  SIGTERM: exitCode.terminated,
  SIGHUP: 129,
  SIGBREAK: exitCode.interrupted,
};

/** Ctrl-C and its like while a command runs. */
export type Interrupts = ReturnType<typeof listenForInterrupts>;

/** From now on the first signal asks the command to end, and a second one ends the process at once. */
export function listenForInterrupts() {
  const controller = new AbortController();
  const handle = (name: NodeJS.Signals): void => {
    if (controller.signal.aborted) {
      process.exit(exits[name]);
    }

    controller.abort(exits[name]);
  };
  const names = Object.keys(exits) as NodeJS.Signals[];
  names.forEach((name) => process.on(name, handle));
  return {
    /** Fires at the first Ctrl-C, SIGTERM or SIGHUP; its reason is the exit code. */
    signal: controller.signal,
    /** From now on a signal does this, and nothing else. Not on Windows, which has none but the end of the console. */
    onSignal: (name: NodeJS.Signals, work: () => void): void => {
      if (process.platform !== 'win32') {
        process.off(name, handle);
        process.on(name, work);
      }
    },
    stop: (): void => names.forEach((name) => process.off(name, handle)),
  };
}

/** The exit code of the signal that arrived, or undefined. */
export function interruptionOf(signal: AbortSignal): number | undefined {
  return signal.aborted ? (signal.reason as number) : undefined;
}
