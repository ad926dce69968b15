/**
 * A queued animal is held while its form is open: the store takes no correction of what was sent to it. What a person
 * held, or what waits for them, stays as it is.
 */
import type { Session } from '../../app/session/compose-session.ts';
import type { Entry } from '../../domain/entry.ts';
import { isHeldByForm } from '../../domain/verbs.ts';
import { type App, screenOf } from '../app-context.ts';
import { findEntry } from '../actions/cursor.ts';
import { expectChange } from '../actions/guard-row.ts';
import { readRestMs } from '../actions/session.ts';
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

/**
 * What is told of that, as it is now: another window or shell may hold the animal too, or let it go. `isSent`: it goes out
 * without what is typed here.
 */
export function holdNote(app: App, form: FormState): { readonly text: string; readonly isSent: boolean } | undefined {
  const { editing, saving, hasHeld } = form;
  const entry = editing === undefined || saving || hasHeld === undefined ? undefined : findEntry(app, editing);
  if (entry?.state === 'queued') {
    return { text: `${entry.localId} is not held: it is sent as it was, unless you save before.`, isSent: true };
  }

  const isOurs = entry !== undefined && hasHeld === true && isHeldByForm(entry);
  return isOurs ? { text: 'It is not sent while this form is open.', isSent: false } : undefined;
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
