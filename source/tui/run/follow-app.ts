import type { App } from '../app-context.ts';
import { knownSince } from '../actions/session.ts';
import { changeOf, formOf, keepDraft } from '../form/form-state.ts';
import type { Message, UiState } from '../state/ui-state.ts';

/** A person types faster than a disk syncs; a crash costs at most this much typing, and the place of the cursor. */
const quietMs = 250;

/** Keeps view and draft on disk as they change: they survive a crash. `write`: writes the rest; `stop`: and is over. */
export function keepPlace(app: App): { readonly write: () => void; readonly stop: () => void } {
  let last = app.model.get();
  let timer: NodeJS.Timeout | undefined;
  let due = new Set<() => void>();

  const write = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const writes = due;
    due = new Set();
    writes.forEach((each) => each());
  };

  const saveView = (state = app.model.get()): void => {
    const { session, tab, sort, reverse, positions } = state;
    if (session) {
      const { key } = positions.list;
      app.workspace.saveViewState(session.profile, {
        tab,
        sort,
        reverse,
        ...(key === undefined ? {} : { cursor: key }),
        ...knownSince(app),
      });
    }
  };

  const isMoved = (a: UiState, b: UiState): boolean =>
    a.positions.list.key !== b.positions.list.key ||
    (['tab', 'sort', 'reverse'] as const).some((name) => a[name] !== b[name]);

  const saveDraft = (): void => void keepDraft(app);
  const saveChange = (): void => {
    const { session, leftChange } = app.model.get();
    if (session) {
      app.workspace.saveChange(session.profile, changeOf(app.model.get()) ?? leftChange);
    }
  };

  const unsubscribe = app.model.subscribe(() => {
    const next = app.model.get();
    const changed = last;
    last = next;
    if (changed.session && changed.session !== next.session) {
      // That store is left here; it is told what happened from now on when it is opened again.
      saveView(changed);
    } else if (isMoved(changed, next) || (changed.message && next.message !== changed.message)) {
      // What was told and read is no news to a window that is opened beside this one; by then the log has it as well.
      due.add(saveView);
      // Writing takes 10 ms, in which a held key would stutter. A draft waits for no cursor.
      if (!due.has(saveDraft)) {
        clearTimeout(timer);
        timer = undefined;
      }
    }

    if (changed.session === next.session && JSON.stringify(changeOf(changed)) !== JSON.stringify(changeOf(next))) {
      due.add(saveChange);
    }

    if (formOf(app) && (changed.fields !== next.fields || changed.screens !== next.screens)) {
      due.add(saveDraft);
    }

    if (due.size > 0) {
      timer ??= setTimeout(write, quietMs);
    }
  });

  return {
    write,
    stop() {
      unsubscribe();
      due.add(saveView);
      write();
    },
  };
}

/** How long a message stays, in milliseconds. A bad one must be seen by whoever looks away: until it is answered. */
const staysMs: Readonly<Record<Message['tone'], number>> = { good: 4000, plain: 10_000, bad: Infinity };

/** Takes messages away once they were read. Time counts only while one can be seen. Returns the way to stop. */
export function ageMessages(app: App): () => void {
  let seen: Message | undefined;
  let cancel = (): void => undefined;
  const stop = app.model.subscribe(() => {
    const { message, prompt } = app.model.get();
    // A prompt takes the message's place; the filter has a line of its own.
    const shown = prompt === undefined || prompt.kind === 'filter' ? message : undefined;
    if (shown === seen) {
      return;
    }

    cancel();
    seen = shown;
    if (shown && Number.isFinite(staysMs[shown.tone])) {
      cancel = app.later(staysMs[shown.tone], () => {
        if (app.model.get().message === shown) {
          app.model.say(undefined);
        }
      });
    }
  });
  return () => {
    stop();
    cancel();
  };
}
