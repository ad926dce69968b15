import type { App } from '../app-context.js';
import type { Message, UiState } from '../state/ui-state.js';

/**
 * How long a message stays, in milliseconds. A bad message must be seen by whoever looks away: it stays until it is
 * answered.
 */
const staysMs: Readonly<Record<Message['tone'], number>> = { good: 4000, plain: 10_000, bad: Infinity };

/**
 * Takes messages off the screen once they have been read, so that they no longer hide the present state. Time counts
 * only while the message can be seen. Returns the way to stop.
 */
export function ageMessages(app: App): () => void {
  let seen: Message | undefined;
  let cancel: (() => void) | undefined;

  const look = (): void => {
    const message = isMessageSeen(app.model.get()) ? app.model.get().message : undefined;
    if (message === seen) {
      return;
    }

    cancel?.();
    seen = message;
    cancel =
      message && Number.isFinite(staysMs[message.tone])
        ? app.later(staysMs[message.tone], () => forget(message))
        : undefined;
  };

  const forget = (message: Message): void => {
    if (app.model.get().message === message) {
      app.model.dispatch({ type: 'said', message: undefined });
    }
  };

  const stop = app.model.subscribe(look);
  return () => {
    stop();
    cancel?.();
  };
}

/** A prompt takes the message's place; the filter has a line of its own. */
function isMessageSeen({ prompt }: UiState): boolean {
  return prompt === undefined || prompt.kind === 'filter';
}
