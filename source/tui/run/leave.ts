/** The ways out of the app, and what is said once it has left the screen. */
import type { Workspace } from '../../app/workspace.js';
import { farewellText } from '../../text/queue/outcome-text.js';
import { wrapCells } from '../../text/wrap-cells.js';
import { closeSession } from '../actions/session.js';
import { reasonOf } from '../actions/say.js';
import { type App, hintsIn } from '../app-context.js';
import { type EndSignal, signalCodes } from './process-events.js';

/** Why the app ends. */
export type Ending =
  | { readonly type: 'quit' }
  | { readonly type: 'signal'; readonly name: EndSignal }
  | { readonly type: 'crash'; readonly error: unknown };

/** The app has left the screen, so what still waits is told in the shell. A terminal that went away is told nothing. */
export function sayFarewell(app: App, end: Ending, stdout: NodeJS.WriteStream): void {
  const { session } = app.model.get();
  if (!session || end.type !== 'quit') {
    return;
  }

  const { entries, connection } = session.engine.snapshot();
  const tell = (text: string): boolean => stdout.write(`${wrapCells(text, stdout.columns || 80).join('\n')}\n`);
  if (app.importing.current !== undefined) {
    const why = 'petstore was left before all of it was queued, so nothing of it is';
    tell(`${app.importing.current} was not imported: ${why}.`);
  }

  const { settings } = app.model.get();
  const { name } = session.profile;
  const rest =
    settings.motion && !settings.screenReader ? `${name}: nothing waits, and \`petstore\` comes back here.` : undefined;
  const text = farewellText(entries, connection, app.now()) ?? rest;
  if (text !== undefined) {
    tell(hintsIn(app, text));
  }
}

/** Resolves when work is done, or after so many milliseconds. */
export async function within(ms: number, work: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<undefined>();
  const timer = setTimeout(late.resolve, ms, undefined);
  await Promise.race([work, late.promise]);
  clearTimeout(timer);
}

/** Leaves the store that is open. */
export async function close(app: App): Promise<void> {
  try {
    await app.opening.current;
    await closeSession(app, app.model.get().session);
  } catch (error) {
    app.workspace.log('not closed', { error: String(error) });
  }
}

/** What the process ends with; why it crashed is told. */
export function codeOfEnding(workspace: Workspace, stderr: NodeJS.WritableStream, end: Ending): number {
  if (end.type !== 'crash') {
    return end.type === 'quit' ? 0 : signalCodes[end.name];
  }

  workspace.log('crash', {
    error: end.error instanceof Error ? (end.error.stack ?? end.error.message) : String(end.error),
  });
  stderr.write(`petstore had to stop. ${reasonOf(end.error)} Everything you saved is kept; the log has the details.\n`);
  return 1;
}
