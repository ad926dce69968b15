import { styledCharsFromTokens, tokenize } from '@alcalzone/ansi-tokenize';
import { renderToString } from 'ink';
import type { Workspace } from '../../app/workspace.js';
import type { Span } from '../../platform/frame/kept-frame.js';
import { areAscii } from '../../text/glyphs.js';
import { readFirst, showSession } from '../actions/session.js';
import { glyphsIn } from '../app-context.js';
import { AppRoot } from '../frame/app-frame.js';
import { toDrawable } from '../output/painter.js';
import type { UiState } from '../state/ui-state.js';
import { createApp } from './create-app.js';

type Window = UiState['size'] & Partial<Pick<UiState, 'colours'>>;
const nothing = (): void => undefined;
const noTerminal = { quit: nothing, suspend: nothing, redraw: nothing, write: nothing };

/**
 * The first frame of an app that is opened on a workspace now, without what depends on the moment or the network.
 * Undefined: it opens no store, or is read aloud, or looks in a way that cannot be kept.
 */
export async function drawTimeless(
  workspace: Workspace,
  { columns, rows, colours }: Window,
  now: () => number,
): Promise<readonly (readonly Span[])[] | undefined> {
  const { initialProfile, settings, terminal } = workspace;
  if (initialProfile === undefined || initialProfile === 'demo' || settings.screenReader || terminal.isolates) {
    return undefined;
  }

  const app = createApp(workspace, { now, later: () => nothing, timeless: true }, noTerminal);
  app.model.set({ size: { columns, rows }, colours });
  const session = await workspace.openSession(initialProfile);
  try {
    showSession(app, session);
    await readFirst(session.engine);
    const lines = renderToString(<AppRoot app={app} />, { columns }).split('\n');
    const spans = toDrawable(lines.slice(0, rows), areAscii(glyphsIn(app.model.get())), false).map(toSpans);
    return spans.every((row) => row !== undefined) ? spans : undefined;
  } finally {
    await session.close();
  }
}

const look = /^\u001B\[([\d;]+)m$/;

function toSpans(line: string): readonly Span[] | undefined {
  const spans: (readonly [text: string, looks: readonly (string | undefined)[]])[] = [];
  for (const { value, styles } of styledCharsFromTokens(tokenize(line))) {
    const looks = styles.map(({ code }) => look.exec(code)?.[1]);
    const [text, before] = spans.at(-1) ?? [''];
    if (before?.join() === looks.join()) {
      spans.splice(-1, 1, [text + value, before]);
    } else {
      spans.push([value, looks]);
    }
  }

  return spans.some(([, looks]) => looks.includes(undefined))
    ? undefined
    : spans.map(([text, looks]) => [text, ...looks.filter((each) => each !== undefined)]);
}
