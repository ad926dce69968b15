/** What counts seconds on the screens: animals that rest before they are sent, and those that are looked for. */
import type { Session } from '../../app/session/compose-session.ts';
import type { Entry } from '../../domain/entry.ts';
import { restsFor } from '../../domain/waits.ts';
import { countsSeconds } from '../words/entry-text.ts';
import { type App, snapshotOf } from '../app-context.ts';
import { isOpen } from './say.ts';

/** The animals that rest at this moment. */
export function restingEntries(app: App): readonly Entry[] {
  return snapshotOf(app).entries.filter((entry) => restsFor(entry, app.now()) > 0);
}

/** Draws each second as long as a row counts seconds. Nobody who listens wants to hear each of them. */
export function createCountdown(app: App, session: Session): () => void {
  let isDue = false;
  const counts = (): boolean => snapshotOf(app).entries.some((entry) => countsSeconds(entry, app.now()));
  const countDown = (): void => {
    if (isDue || app.model.get().spoken || !isOpen(app, session) || !counts()) {
      return;
    }

    isDue = true;
    app.later(1000 - (app.now() % 1000), () => {
      isDue = false;
      app.model.passTime();
      countDown();
    });
  };
  return countDown;
}
