import type { App } from '../app-context.js';
import type { Message } from '../state/ui-state.js';

export function say(app: App, text: string, tone: Message['tone'] = 'plain'): void {
  app.store.dispatch({ type: 'said', message: { text, tone } });
}

/** Starts work whose end is told in the message line: what it returns, or why it failed. */
export function perform(app: App, work: () => Promise<string | undefined>): void {
  work().then(
    (text) => {
      if (text !== undefined) {
        say(app, text, 'good');
      }
    },
    (error: unknown) => {
      app.workspace.log('action failed', { error: String(error) });
      say(app, reasonOf(error), 'bad');
    },
  );
}

/** Why something failed, for a person. Our own errors carry a problem; anything else is named as it is. */
export function reasonOf(error: unknown): string {
  const problem = (error as { readonly problem?: { readonly message?: unknown } } | undefined)?.problem;
  return typeof problem?.message === 'string' ? problem.message : `That did not work: ${error instanceof Error ? error.message : String(error)}`;
}
