/** Goes through all screens in one size and takes the pictures. */
import { setTimeout as wait } from 'node:timers/promises';
import type { TerminalSession } from '../helpers/terminal.ts';
import { fillQueue, firstSteps, steps, type Step } from './screens.ts';
import { setStage, type Stage } from './stage.ts';

/**
 * A screen on which nothing was written for so long, in milliseconds, is taken for finished: the first one that looks
 * otherwise than it should (a busy machine draws nothing for seconds), and each that is drawn anew.
 */
const patienceMs = 20_000;
const quietMs = 400;

type Wanted = {
  readonly names: readonly string[];
  /** The one that is kept of a screen; once the screen looks so, the walk goes on. */
  readonly kept: (name: string) => string | undefined;
  readonly isDrawing: boolean;
};

/** The texts of the wanted pictures by their names. */
export async function walk(
  cols: number,
  rows: number,
  { names, kept, isDrawing }: Wanted,
): Promise<ReadonlyMap<string, string>> {
  const pictures = new Map<string, string>();
  // Where everything has changed, nobody waits for each screen.
  let patience = isDrawing ? quietMs : patienceMs;
  const stage = await setStage();

  async function take(session: TerminalSession, name: string): Promise<void> {
    // Half-way a screen may look as it did before the change that is drawn.
    const picture = await settle(stage, session, { expected: isDrawing ? undefined : kept(name), patience });
    pictures.set(name, picture);
    patience = picture === kept(name) ? patience : quietMs;
  }

  async function go(session: TerminalSession, path: readonly Step[]): Promise<void> {
    for (const { picture, before, press = [], shows } of path) {
      await before?.(stage);
      session.press(...press);
      await session.waitFor(shows, isDrawing ? 8000 : undefined);
      if (picture !== undefined && names.includes(picture)) {
        await take(session, picture);
      }
    }
  }

  try {
    await go(await stage.open(cols, rows), firstSteps);
    await prepare(stage);
    await go(await stage.open(cols, rows), steps);
  } finally {
    await stage.close();
  }

  return pictures;
}

/** The picture's text once the screen looks as expected, or nothing was written for `patience` milliseconds. */
export async function settle(
  stage: Stage,
  session: TerminalSession,
  { expected, patience = quietMs }: { readonly expected?: string | undefined; readonly patience?: number } = {},
): Promise<string> {
  let written = -1;
  let since = 0;
  let picture = '';
  while (picture === '' || (picture !== expected && performance.now() - since < patience)) {
    // Half a frame is no picture.
    if (session.written().length !== written && isWhole(session.written())) {
      written = session.written().length;
      since = performance.now();
      await session.drawn();
      picture = stage.picture();
    } else {
      await wait(10);
    }
  }

  return picture;
}

async function prepare(stage: Stage): Promise<void> {
  await stage.connect();
  await fillQueue(stage);
}

/** Whether the last frame that began has ended (synchronized output, mode 2026). */
const isWhole = (written: string): boolean =>
  written.lastIndexOf('\u001B[?2026h') <= written.lastIndexOf('\u001B[?2026l');
