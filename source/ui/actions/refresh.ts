import { factsOf, snapshotOf, type App } from '../app-context.js';
import { connectionAdvice } from '../words/connection-words.js';
import { countText } from '../words/pet-words.js';
import { perform, say } from './say.js';

/** How long a person's `sync` tries before it says what is left. */
const syncMs = 120_000;

/** `r`: reads the whole list again. */
export function refresh(app: App): void {
  perform(app, async () => {
    const session = app.store.get().session;
    if (!session) {
      return undefined;
    }

    const done = await session.engine.refresh('all', 'whole');
    const { connection, pets } = snapshotOf(app);
    if (done) {
      return `The list is fresh: ${countText(pets.length, 'animal')}.`;
    }

    say(app, connectionAdvice(connection, app.now(), factsOf(app)) ?? 'The list could not be read now.', 'bad');
    return undefined;
  });
}

/** `:sync`: checks what is undecided, sends what waits, refreshes. */
export function syncNow(app: App): void {
  perform(app, async () => {
    const session = app.store.get().session;
    if (!session) {
      return undefined;
    }

    say(app, 'Sending what waits …');
    const report = await session.engine.sync({ timeoutMs: syncMs, signal: new AbortController().signal });
    const sent = report.created.length + report.adopted.length;
    const left = report.waiting === 0 ? 'nothing waits' : `${report.waiting} still ${report.waiting === 1 ? 'waits' : 'wait'}`;
    const advice = connectionAdvice(report.connection, app.now(), factsOf(app));
    return `${countText(sent, 'animal')} sent, ${left}.${advice === undefined ? '' : ` ${advice}`}`;
  });
}

/** A person's choice: it holds until they take it back or leave. */
export function workOffline(app: App, offline: boolean): void {
  app.store.get().session?.engine.setWorkingOffline(offline);
  say(app, offline ? 'Working offline. What you add is kept; :online sends it.' : 'Back online; what waits is sent as soon as the store can be reached.');
}

/** `:resume`: asks before sending to a store that looks reset. */
export function askToResume(app: App): void {
  if (app.store.get().session?.engine.snapshot().connection.state !== 'changed') {
    say(app, 'Nothing is paused: the store does not look reset.');
    return;
  }

  app.store.dispatch({
    type: 'asked',
    prompt: { kind: 'confirm', question: 'Is this the right store, and may sending go on?', action: { type: 'resume' }, at: app.now() },
  });
}
