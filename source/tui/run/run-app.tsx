import { copyText } from '../../platform/process/clipboard.ts';
import { setImmediate } from 'node:timers/promises';
import { render } from 'ink';
import type { Workspace } from '../../app/create-workspace.ts';
import { type App, glyphsIn } from '../app-context.ts';
import { openProfile, welcome } from '../actions/session.ts';
import { ageMessages, keepPlace } from './follow-app.ts';
import { AppRoot, type InkHandle } from '../frame/app-frame.tsx';
import { createApp } from './create-app.ts';
import { InkStdin } from '../input/ink-stdin.ts';
import { spokenSize } from '../layout.ts';
import { takeKeys } from '../keys/take-key.ts';
import { eraseAll, paintedStdout } from '../output/painted-stdout.ts';
import { SpokenStdout } from '../output/spoken-stdout.ts';
import { createTerminalModes } from '../terminal/terminal-modes.ts';
import { releaseUntouched } from '../form/form-state.ts';
import { quitMs } from '../queue/rest.ts';
import { close, codeOfEnding, type Ending, type ProcessEvents, sayFarewell, sendLast, within } from './endings.ts';
import { areAscii } from '../../text/glyphs.ts';
import { later } from '../state/pace.ts';

/** The terminal the app runs on: `process.stdin` and its kin, and a clock (`systemClock`). */
export type AppTerminal = {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WritableStream;
  readonly clock: { now(): number };
  /** Fires at SIGTERM, SIGHUP, SIGINT and Windows' SIGBREAK; its reason is the exit code. */
  readonly signal: AbortSignal;
  /** Whether it shows the title of a window. */
  readonly hasTitle?: boolean;
};

/** Closing the store never waits longer than this, whatever the network or the disk does. */
const closeMs = 2000;

/**
 * Runs the app until it is left and resolves with the exit code: 0 after `q` and Ctrl-C, 1 after a crash, that of the
 * signal after one. There is one way out, and it leaves the terminal as it was.
 *
 * The caller refuses `TERM=dumb` and an input that is no terminal before loading this file, and has set the terminal to
 * raw mode.
 */
export async function runApp(workspace: Workspace, terminal: AppTerminal, events: ProcessEvents): Promise<number> {
  const { stdin, stdout, stderr, clock, signal, hasTitle = false } = terminal;
  const ending = Promise.withResolvers<Ending>();
  const isSpoken = workspace.settings.screenReader;
  const ink = Promise.withResolvers<InkHandle>();
  const drawn = Promise.withResolvers<undefined>();
  const app: App = createApp(
    workspace,
    { now: () => clock.now(), later, drawn: drawn.promise },
    {
      quit: () => ending.resolve({ type: 'quit' }),
      suspend: () => suspendOnce(),
      redraw: () => redraw(),
      write: (sequence) => stdout.write(sequence),
      copy: copyText,
    },
  );

  const keys = takeKeys(app, (raw) => inkStdin.pass(raw));
  // What is read aloud is not to be disturbed.
  const modes = isSpoken ? undefined : createTerminalModes(app, hasTitle);
  let typed: string[] | undefined = [];
  const inkStdin = new InkStdin(stdin, (chunk) => void (typed ?? keys).push(chunk));
  const spoken = isSpoken ? new SpokenStdout(stdout) : undefined;
  const isAscii = (): boolean => areAscii(glyphsIn(app.model.get()));
  const painted = paintedStdout(stdout, isAscii);

  // Pressing Ctrl-Z twice suspends only once.
  let isSuspended = false;
  const giveBack = (until: () => Promise<void>): void => {
    if (!isSuspended) {
      isSuspended = true;
      ink.promise
        .then((handle) => lendTerminal(handle, modes, until))
        .then(() => spoken?.redraw())
        .catch((error: unknown) => ending.resolve({ type: 'crash', error }))
        .finally(() => (isSuspended = false));
    }
  };
  const suspendOnce = (): void => {
    // A stopped process may never go on.
    place.write();
    giveBack(() => stopProcess(app, events));
  };

  const root = () => <AppRoot app={app} onMounted={ink.resolve} />;
  const drawing: { ink?: ReturnType<typeof render> } = {};
  /** Draws all of it anew, whatever another program left on the screen. */
  const redraw = (): void => {
    events.readSize();
    spoken?.redraw();
    if (!spoken && drawing.ink) {
      drawing.ink.clear();
      stdout.write(eraseAll);
      drawing.ink.rerender(root());
    }
  };
  let hasBeenAscii = isAscii();
  const followSigns = (): void => {
    if (isAscii() !== hasBeenAscii) {
      hasBeenAscii = !hasBeenAscii;
      redraw();
    }
  };
  const takeSize = (): void =>
    app.model.resize(isSpoken ? spokenSize : { columns: stdout.columns || 80, rows: stdout.rows || 24 });
  const resize = (): void => {
    if (!isSpoken) {
      takeSize();
      // Before Ink draws by itself what it has, which is of the size before.
      drawing.ink?.rerender(root());
    }
  };
  const ignore = (): void => undefined;
  takeSize();
  stdout.on('resize', resize);
  // A terminal that went away cannot be written to; the signal that says so is on its way.
  stdout.on('error', ignore);
  stdin.on('end', app.terminal.quit);
  const onSignal = (): void => ending.resolve({ type: 'signal', code: signal.reason as number });
  signal.addEventListener('abort', onSignal);
  const stopListening = events.listen({
    crash: (error) => ending.resolve({ type: 'crash', error }),
    goOn: () => {
      // Of a window that was made larger or smaller meanwhile the shell was told, and nobody else.
      events.readSize();
      // If somebody else stopped it (`kill -STOP`), the shell has had the terminal since.
      giveBack(() => Promise.resolve());
    },
  });
  const place = keepPlace(app);
  const stops = [place.stop, ageMessages(app), isSpoken ? ignore : app.model.subscribe(followSigns)];

  inkStdin.listen();
  if (workspace.initialProfile === undefined) {
    welcome(app);
  } else {
    openProfile(app, workspace.initialProfile);
  }

  await untilRows(app);
  // What was typed meanwhile is done before the first frame, which so is the answer to it.
  await setImmediate();
  const early = typed;
  typed = undefined;
  for (const chunk of early) {
    keys.push(chunk);
  }

  // Before the first frame: a line that is wider than it was counted is not to break in it.
  modes?.begin();
  const mounted = render(root(), {
    stdin: inkStdin as unknown as NodeJS.ReadStream,
    stdout: (spoken ?? painted) as unknown as NodeJS.WriteStream,
    incrementalRendering: true,
    stderr,
    alternateScreen: !isSpoken,
    isScreenReaderEnabled: isSpoken,
    maxFps: 60,
    exitOnCtrlC: false,
    patchConsole: false,
    interactive: true,
  });
  drawing.ink = mounted;
  mounted.waitUntilExit().catch((error: unknown) => ending.resolve({ type: 'crash', error }));
  // Loading the network client holds up all keys for as long as the first frame did: those of a quick hand go first.
  later(firstKeysMs, () => drawn.resolve(undefined));

  const end = await ending.promise;
  // A shell that closes its terminal lets a stopped process go on, right after it told it to end.
  isSuspended = true;
  stops.forEach((stop) => stop());
  keys.dispose();
  // Before the screen is given back, while a terminal that went away is no error yet.
  modes?.end();
  modes?.dispose();
  mounted.unmount();
  await mounted.waitUntilExit().catch(ignore);
  stdout.off('resize', resize);
  stdout.off('error', ignore);
  stdin.off('end', app.terminal.quit);
  await within(closeMs, releaseUntouched(app));
  if (end.type === 'quit') {
    await within(quitMs, sendLast(app));
  }

  await within(closeMs, close(app));
  stopListening();
  await workspace.readCurrent();
  sayFarewell(app, end, stdout);
  return codeOfEnding(workspace, stderr, end);
}

/** The first frame stands so long before anything is asked of the store, in milliseconds. */
const firstKeysMs = 50;

/** How long the first frame waits for its rows, in milliseconds: ten times as long as they take. */
const rowsMs = 500;

/** Resolves when what the first frame shows was read, or when that takes too long. */
async function untilRows(app: App): Promise<void> {
  const read = async (): Promise<void> => {
    await app.opening.current;
    const { session } = app.model.get();
    await session?.engine.load();
  };
  // What cannot be read is told on the screen.
  const isRead = read().catch(() => undefined);
  await within(rowsMs, isRead);
}

/** Gives the terminal to the shell for a time, and takes it again as the app needs it. */
async function lendTerminal(
  ink: InkHandle,
  modes: ReturnType<typeof createTerminalModes> | undefined,
  until: () => Promise<void>,
): Promise<void> {
  modes?.end();
  await ink.suspendTerminal(async () => {
    try {
      await until();
    } finally {
      // Ink draws all of it anew right after this.
      modes?.begin();
    }
  });
}

/** Resolves when the process is continued. Nothing is sent while no answer can be heard. */
async function stopProcess(app: App, events: ProcessEvents): Promise<void> {
  const { session } = app.model.get();
  await session?.engine.stop();
  await events.suspend();
  session?.engine.start();
}
