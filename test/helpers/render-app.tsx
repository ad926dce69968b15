/** The app drawn by Ink at a size of the test's choice, with keys going the way they go in a terminal. */
import { EventEmitter } from 'node:events';
import type { ExecutionContext } from 'ava';
import { render } from 'ink';
import type { ViewState } from '../../source/app/workspace.ts';
import { openProfile, welcome } from '../../source/tui/actions/session.ts';
import type { App } from '../../source/tui/app-context.ts';
import { ageMessages, keepPlace } from '../../source/tui/run/follow-app.ts';
import { withPlainCursor } from './emulator.ts';
import { AppRoot } from '../../source/tui/frame/app-frame.tsx';
import { createApp } from '../../source/tui/run/create-app.ts';
import { takeKeys } from '../../source/tui/keys/take-key.ts';
import { labels, makeEntries, makePets, sceneTime } from '../tui/fixture/scene.ts';
import { createFakeEngine, type FakeEngine, type FakeEngineOptions } from './fake-engine.ts';
import { until } from './until.ts';
import { createFakeWorkspace, type FakeWorkspace, type FakeWorkspaceOptions } from './fake-workspace.ts';

export type RenderedApp = {
  readonly app: App;
  readonly engine: FakeEngine;
  readonly workspace: FakeWorkspace;
  /** What the app wrote past Ink. */
  readonly written: string[];
  /** What was copied by a program of the machine. */
  readonly copied: string[];
  /** What was asked of the engine that begins so, in order. */
  readonly asked: (what: string) => readonly string[];
  /** How often quitting was asked for. */
  readonly quits: () => number;
  readonly clock: { now: number };
  /** Lets so many milliseconds pass. */
  pass(ms: number): void;
  lines(): readonly string[];
  /** How often it was drawn. */
  drawings(): number;
  press(...chunks: readonly string[]): void;
  resize(columns: number, rows: number): void;
  waitFor(expected: string | RegExp | ((lines: readonly string[]) => boolean)): Promise<readonly string[]>;
};

export type RenderOptions = FakeWorkspaceOptions & {
  readonly size?: readonly [columns: number, rows: number];
  readonly engine?: Partial<FakeEngineOptions>;
  /** False: no program here copies anything. */
  readonly copies?: boolean;
};

/** The place that is remembered: below the animals that need a person, on the newest of those that wait. */
const usualView: ViewState = { tab: 'all', sort: 'id', reverse: false, cursor: 'Q-3' };

export async function renderApp(t: ExecutionContext, options: RenderOptions = {}): Promise<RenderedApp> {
  const clock = { now: sceneTime };
  const now = (): number => clock.now;
  const list = { fetchedAt: new Date(sceneTime - 120 * 60_000).toISOString(), complete: true };
  const engine = createFakeEngine({
    pets: makePets(12),
    entries: makeEntries(),
    now,
    snapshot: { lists: { all: list, available: list, pending: list, sold: list } },
    ...options.engine,
  });
  const workspace = createFakeWorkspace(engine, {
    view: usualView,
    ...options,
    settings: { categoryLabels: labels, ...options.settings },
  });
  const due = new Set<{ readonly at: number; readonly work: () => void }>();
  const later = (ms: number, work: () => void): (() => void) => {
    const timer = { at: clock.now + ms, work };
    due.add(timer);
    return () => due.delete(timer);
  };
  const written: string[] = [];
  const copied: string[] = [];
  let quits = 0;
  const app = createApp(
    workspace,
    { now, later },
    {
      quit: () => (quits += 1),
      suspend: () => undefined,
      redraw: () => undefined,
      write: (text) => void written.push(text),
      copy: (text) => Promise.resolve(options.copies === false ? undefined : (copied.push(text), 'clipboard')),
    },
  );
  const [columns, rows] = options.size ?? [80, 24];
  app.model.resize({ columns, rows });

  let frame = '';
  let drawings = 0;
  const stdout = Object.assign(new EventEmitter(), {
    columns,
    rows,
    write: (text: string) => {
      frame = text;
      drawings += 1;
    },
  });
  const typed: string[] = [];
  const nothing = (): void => undefined;
  const stdin = Object.assign(new EventEmitter(), {
    isTTY: true,
    read: () => typed.shift() ?? null,
    ...{ setEncoding: nothing, setRawMode: nothing, ref: nothing, unref: nothing, resume: nothing, pause: nothing },
  });
  const { unmount } = render(<AppRoot app={app} />, {
    stdout: stdout as unknown as NodeJS.WriteStream,
    stdin: stdin as unknown as NodeJS.ReadStream,
    // Each frame is written whole, and at once.
    debug: true,
    exitOnCtrlC: false,
    patchConsole: false,
  });
  const resize = (nextColumns: number, nextRows: number): void => {
    Object.assign(stdout, { columns: nextColumns, rows: nextRows });
    app.model.resize({ columns: nextColumns, rows: nextRows });
    stdout.emit('resize');
  };
  const keys = takeKeys(app, (raw) => {
    typed.push(raw);
    stdin.emit('readable');
  });
  const { stop: stopKeeping } = keepPlace(app);
  const stopAgeing = ageMessages(app);
  t.teardown(() => {
    stopKeeping();
    stopAgeing();
    keys.dispose();
    unmount();
  });

  const lines = (): readonly string[] => frame.split('\n').map(withPlainCursor);
  const rendered: RenderedApp = {
    app,
    engine,
    workspace,
    written,
    copied,
    clock,
    asked: (what) => engine.asked.filter((each) => each.startsWith(what)),
    quits: () => quits,
    lines,
    drawings: () => drawings,
    resize,
    pass(ms) {
      clock.now += ms;
      for (const timer of [...due].filter(({ at }) => at <= clock.now)) {
        due.delete(timer);
        timer.work();
      }
    },
    press(...chunks) {
      for (const chunk of chunks) {
        keys.push(chunk);
      }
    },
    async waitFor(expected) {
      let shown = lines();
      const isIn = (line: string): boolean =>
        typeof expected === 'string' ? line.includes(expected) : expected instanceof RegExp && expected.test(line);
      await until(
        () => `${String(expected)}\nlast frame:\n${shown.join('\n')}`,
        () => {
          shown = lines();
          return typeof expected === 'function' ? expected(shown) : shown.some(isIn);
        },
      );
      return shown;
    },
  };

  if (options.firstRun) {
    welcome(app);
  } else {
    openProfile(app, options.profile ?? 'main');
    await rendered.waitFor(/ \[?1(?: All)?\]? /);
  }

  return rendered;
}

/** What is shown as one text: a question may take several lines. */
export function questionIn(lines: readonly string[]): string {
  return lines.join(' ').replaceAll(/\s+/gu, ' ');
}
