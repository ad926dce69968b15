/** How a person uses the program: what they have open, and what adding an animal and waiting come to with it. */
import type { Entry } from '../../../source/domain/entry.ts';
import type { NewPet } from '../../../source/domain/pet.ts';
import { ActionError } from '../../../source/sync/api.ts';
import { finish } from '../../helpers/manual-clock.ts';
import { type SimulatedProcess, startProcess, type Surroundings } from '../simulation/simulated-process.ts';
import type { Questions } from './questions.ts';

/**
 * `app`: it stays open. `app-and-sync`: and a `petstore sync` runs beside it now and then. `commands`: one after the
 * other.
 */
export type Habit = 'app' | 'app-and-sync' | 'commands';

/** Three of five leave the app open and do no more. */
export const habits: readonly Habit[] = ['app', 'commands', 'app', 'app-and-sync', 'app'];

export type Desk = {
  /** `noWait`: only entered (`petstore add --no-wait`); what is open sends it when it can. */
  add(pet: NewPet, noWait?: boolean): Promise<Entry>;
  /** Time passes, with whatever is open. */
  pause(ms: number): Promise<void>;
  /** `petstore sync --timeout`. */
  sync(timeoutMs: number): Promise<void>;
  /** Confirms what the program asks. */
  resume(): Promise<void>;
  /** Sets aside whatever waits. */
  holdAll(): Promise<void>;
  /** The entries with these local ids, as far as there are such. */
  find(localIds: readonly string[]): Promise<readonly Entry[]>;
  close(): Promise<void>;
};

export type DeskOptions = {
  readonly credential: string;
  readonly questions: Questions;
  readonly onError: (error: unknown) => void;
  readonly random: () => number;
};

/** How long `petstore add` waits for its animal, and `petstore sync` for all. */
const patienceMs = 10_000;
const syncMs = 120_000;

export function openDesk(
  world: Surroundings,
  habit: Habit,
  { credential, questions, onError, random }: DeskOptions,
): Desk {
  const { clock } = world;
  let app: { readonly process: SimulatedProcess; readonly unwatch: () => void } | undefined;

  const start = (isCommand: boolean) => {
    const process = startProcess(world, { credential });
    return { process, unwatch: questions.watch(process.engine, isCommand) };
  };
  const end = async ({ process, unwatch }: ReturnType<typeof start>): Promise<void> => {
    await finish(clock, process.engine.stop());
    process.kill(0);
    unwatch();
  };
  /** One command from its start to its end. */
  const command = async <T>(run: (process: SimulatedProcess) => Promise<T>): Promise<T> => {
    const started = start(true);
    try {
      return await finish(clock, run(started.process));
    } finally {
      await end(started);
    }
  };
  /** What a program does with the queue may fail for reasons that a person reads; anything else is a finding. */
  const note = (error: unknown): void => {
    if (!(error instanceof ActionError)) {
      onError(error);
    }
  };
  const syncFor = (timeoutMs: number): Promise<void> =>
    command(async ({ engine }) => {
      await engine.sync({ timeoutMs, signal: new AbortController().signal }).catch(note);
    });

  if (habit !== 'commands') {
    app = start(false);
    app.process.engine.start();
  }

  return {
    async add(pet, noWait = false) {
      if (app) {
        // Whoever types is there.
        app.process.engine.attend();
        return await finish(clock, app.process.engine.add(pet));
      }

      return await command(async ({ engine }) => {
        const entry = await engine.add(pet);
        if (noWait) {
          return entry;
        }

        const patience = new AbortController();
        void clock.wait(patienceMs).then(() => patience.abort());
        await engine.send(entry.localId, patience.signal).catch(note);
        return entry;
      });
    },
    async pause(ms) {
      const until = clock.elsewhere() + ms;
      if (habit === 'commands' ? random() < 0.4 : habit === 'app-and-sync' && random() < 0.25) {
        await syncFor(syncMs);
      }

      await clock.advance(Math.max(0, until - clock.elsewhere()));
    },
    sync: syncFor,
    resume: () =>
      app
        ? finish(clock, app.process.engine.resume()).catch(note)
        : command(async ({ engine }) => {
            await engine.sync({ timeoutMs: syncMs, signal: new AbortController().signal }).catch(note);
            await engine.resume().catch(note);
            await engine.sync({ timeoutMs: syncMs, signal: new AbortController().signal }).catch(note);
          }),
    holdAll() {
      const hold = async ({ engine }: SimulatedProcess): Promise<void> => {
        await engine.load();
        for (const { localId, state } of engine.snapshot().entries) {
          await (state === 'queued' ? engine.hold(localId).catch(note) : undefined);
        }
      };
      return app ? finish(clock, hold(app.process)) : command(hold);
    },
    find(localIds) {
      const findIn = async ({ engine }: SimulatedProcess): Promise<readonly Entry[]> => {
        const found: Entry[] = [];
        for (const localId of localIds) {
          const entry = await engine.findEntry(localId);
          found.push(...(entry ? [entry] : []));
        }

        return found;
      };
      return app ? finish(clock, findIn(app.process)) : command(findIn);
    },
    async close() {
      if (app) {
        await end(app);
        app = undefined;
      }
    },
  };
}
