/**
 * A queued animal is held while its form is open: the store takes no correction of what was sent to it. What a person
 * held, or what waits for them, stays as it is.
 */
import { useEffect } from 'react';
import type { Session } from '../../app/session/compose-session.ts';
import type { Entry } from '../../domain/entry.ts';
import { isAllowed, isHeldByForm } from '../../domain/verbs.ts';
import { type App, screenOf } from '../app-context.ts';
import { findEntry } from '../actions/cursor.ts';
import { expectChange } from '../actions/guard-row.ts';
import { readRestMs } from '../actions/session.ts';
import { refusalOf } from '../queue/change-queue.ts';
import { performQuietly } from '../queue/undo.ts';
import type { ScreenOf } from '../state/ui-state.ts';

type FormState = ScreenOf<'form'>;

/** For the form that opens with an animal: holds it, if it would be sent, and notes that. */
export function holdEdited(app: App, { localId }: Entry): Pick<FormState, 'holds'> {
  // In its turn: a form of the same animal that was just left may be about to release it.
  const holds = performQuietly(app, async ({ engine }) => {
    if (findEntry(app, localId)?.state !== 'queued') {
      return false;
    }

    expectChange(app, localId);
    return (await engine.hold(localId, { byForm: true })).state === 'held';
  });
  void holds.then((isHeld = false) => {
    if (screenOf(app, 'form')?.holds === holds) {
      app.model.changeForm({ hasHeld: isHeld });
    }
  });
  return { holds };
}

/** What another form or a person held, or the store rejected, at the opening is held here once it would be sent. */
export function useHold(app: App, { editing, hasHeld, saving }: FormState): void {
  const entry = editing === undefined ? undefined : findEntry(app, editing);
  const isDue = hasHeld === false && !saving && entry?.state === 'queued';
  useEffect(() => {
    if (isDue) {
      app.model.changeForm(holdEdited(app, entry));
    }
    // Once: what a person then lets go is told, and goes.
  }, [isDue]);
}

/**
 * How the animal under edit stands, as it is now: another window or shell may hold it too, or let it go. `isWarning`: it
 * goes out without what is typed here, or went.
 */
export function editNote(
  app: App,
  form: FormState,
): { readonly text: string; readonly isWarning: boolean } | undefined {
  const { editing, saving, hasHeld } = form;
  if (editing === undefined || saving) {
    return undefined;
  }

  const entry = findEntry(app, editing);
  if (!entry || !isAllowed('edit', entry)) {
    return { text: entry ? refusalOf(entry, 'edit') : `${editing} cannot be edited any more.`, isWarning: true };
  }

  if (entry.state === 'queued' && hasHeld !== undefined) {
    return { text: `${editing} is not held: it is sent as it was, unless you save before.`, isWarning: true };
  }

  const isOurs = hasHeld === true && isHeldByForm(entry);
  return isOurs ? { text: 'It is not sent while this form is open.', isWarning: false } : undefined;
}

/** What a form held rests, as if it had just been entered. Throws an ActionError if a person holds it, or settled it. */
export async function letGo(app: App, { engine }: Session, localId: string): Promise<Entry> {
  const restMs = await readRestMs(app);
  expectChange(app, localId);
  return await engine.release(localId, { restMs, byForm: true });
}

/** For a form that is left. */
export async function releaseEdited(app: App, { editing, holds }: FormState): Promise<void> {
  if (editing !== undefined && holds !== undefined) {
    await performQuietly(app, async (session) => (await holds) && (await letGo(app, session, editing)));
  }
}
