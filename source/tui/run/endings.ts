/** What ends the app from outside, the ways out of it, and what is said once it has left the screen. */
import type { Workspace } from '../../app/create-workspace.ts';
import { farewellText } from '../words/outcome-text.ts';
import { unsavedText } from '../../text/animal/pet-texts.ts';
import { wrapSentence } from '../../text/wrap-cells.ts';
import { sendOnQuit } from '../queue/rest.ts';
import { closeSession } from '../actions/session.ts';
import { detailOf, reasonOf } from '../actions/say.ts';
import { type App, hintsIn } from '../app-context.ts';
import { changeOf } from '../form/form-state.ts';

/** What happens to the process from outside, and how to stop it as Ctrl-Z does. */
export type ProcessEvents = ReturnType<typeof createProcessEvents>;

/** If the process cannot be stopped (no shell does it), going on is the answer to Ctrl-Z. */
const noShellMs = 300;

/** The events of a real process; pass `process`. */
export function createProcessEvents(target: NodeJS.Process) {
  return {
    /**
     * Calls back on an uncaught error, and when the process is continued after a stop, whoever stopped it; returns the
     * way to stop.
     */
    listen(on: { crash(error: unknown): void; goOn(): void }): () => void {
      const crash = (error: unknown): void => on.crash(error);
      const listeners = [
        ['SIGCONT', () => on.goOn()] as const,
        ['uncaughtException', crash] as const,
        ['unhandledRejection', crash] as const,
      ];
      listeners.forEach(([name, listener]) => target.on(name as 'SIGCONT', listener));
      return () => listeners.forEach(([name, listener]) => target.off(name, listener));
    },
    /** Has Node read the size of the terminal again, which it does by itself only when it is told of a new one. */
    readSize: (): void => void target.emit('SIGWINCH', 'SIGWINCH'),
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

/** Why the app ends. */
export type Ending =
  | { readonly type: 'quit' }
  | { readonly type: 'signal'; readonly code: number }
  | { readonly type: 'crash'; readonly error: unknown };

/** The app has left the screen, so what still waits is told in the shell. A terminal that went away is told nothing. */
export function sayFarewell(app: App, end: Ending, stdout: NodeJS.WriteStream): void {
  const { session } = app.model.get();
  if (!session || end.type !== 'quit') {
    return;
  }

  const tell = (text: string): boolean => stdout.write(`${wrapSentence(text, stdout.columns || 80).join('\n')}\n`);
  if (app.importing.current !== undefined) {
    const why = 'petstore was left before all of it was queued, so nothing of it is';
    tell(`${app.importing.current} was not imported: ${why}.`);
  }

  const own = app.workspace.loadDraft(session.profile);
  const draft = changeOf(app.model.get()) ?? own;
  // Whatever could not be written before is tried once more.
  const isWritten = draft && app.workspace.saveDraft(session.profile, own);
  const goesOn = isWritten ? '`petstore` goes on with it' : 'it could not be written, and is lost';
  const kept = draft && `${unsavedText(draft)}; ${goesOn}.`;
  const left = [farewellText(session.profile.name, session.engine.snapshot(), app.now()), kept].filter(
    (text) => text !== undefined,
  );
  if (left.length > 0) {
    const text = left.join(' ');
    tell(app.workspace.isNpmStart ? text.replaceAll('`petstore`', '`npm start`') : hintsIn(app, text));
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
    app.workspace.log('not closed', detailOf(error));
  }
}

/** Sends what rests before the app is left, if a person wants that. What is not sent by then stays queued. */
export async function sendLast(app: App): Promise<void> {
  try {
    await app.opening.current;
    const { session } = app.model.get();
    await (session && sendOnQuit(app, session));
  } catch (error) {
    app.workspace.log('not sent on quitting', detailOf(error));
  }
}

/** What the process ends with; why it crashed is told. */
export function codeOfEnding(workspace: Workspace, stderr: NodeJS.WritableStream, end: Ending): number {
  if (end.type !== 'crash') {
    return end.type === 'quit' ? 0 : end.code;
  }

  const { error } = end;
  workspace.log('crash', detailOf(error, error instanceof Error ? error.stack : undefined));
  stderr.write(`petstore had to stop. ${reasonOf(error)} Everything you saved is kept; the log has the details.\n`);
  return 1;
}
