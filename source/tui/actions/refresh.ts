import { isWaiting } from '../../domain/entry.js';
import { factsOf, snapshotOf, type App } from '../app-context.js';
import { connectionAdvice, resumeQuestions } from '../../text/connection-text.js';
import { leftText } from '../../text/queue/outcome-text.js';
import { countText } from '../../text/count-text.js';
import { chooseQuestion } from '../layout.js';
import { askWhether } from './ask.js';
import { performOnStore, say } from './say.js';

/** How long a person's `sync` tries before it reports the rest. */
const syncMs = 120_000;

/** `r`: reads the whole list again. */
export function refresh(app: App): void {
  performOnStore(app, async ({ engine }) => {
    const done = await engine.refresh('all', 'whole');
    const { connection, pets } = snapshotOf(app);
    if (done) {
      return `The list is fresh: ${countText(pets.length, 'animal')}.`;
    }

    const advice = connectionAdvice(connection, app.now(), factsOf(app));
    // How the store can be reached stands on this line anyway, for as long as it is so.
    return advice === undefined
      ? { text: 'The list could not be read now.', tone: 'bad', during: connection.state }
      : { text: advice, tone: 'plain', during: connection.state };
  });
}

/** `:sync`: checks undecided animals, sends waiting ones, refreshes. */
export function syncNow(app: App): void {
  performOnStore(app, async ({ engine }) => {
    say(app, 'Sending what waits …');
    const report = await engine.sync({ timeoutMs: syncMs, signal: new AbortController().signal });
    const sent = report.created.length + report.adopted.length;
    const done = `${sent === 0 ? 'Nothing' : countText(sent, 'animal')} sent; ${leftText(snapshotOf(app).entries)}.`;
    const { connection } = report;
    const advice = connectionAdvice(connection, app.now(), factsOf(app));
    return advice === undefined ? done : { text: `${done} ${advice}`, tone: 'plain', during: connection.state };
  });
}

/** A person's choice: it holds for every petstore on this store, until somebody takes it back. */
export function workOffline(app: App, offline: boolean): void {
  performOnStore(app, async ({ engine }) => {
    const { state } = engine.snapshot().connection;
    const isQuiet = await engine.setWorkingOffline(offline);
    if (!offline && state !== 'working-offline') {
      return { text: 'You were not working offline; nothing has changed.', tone: 'plain' };
    }

    if (!offline) {
      const waits = snapshotOf(app).entries.some(({ state: each }) => isWaiting(each));
      return `Working offline has ended.${waits ? ' What waits is sent as soon as the store can be reached.' : ''}`;
    }

    return (
      'Working offline. What you add is kept; :online sends ' +
      `it.${isQuiet ? '' : ' Another petstore is sending an animal right now, and stops after it.'}`
    );
  });
}

/** `:resume`: asks before sending to a store that looks reset, or from a queue that looks copied or was put back. */
export function askToResume(app: App): void {
  const connection = app.model.get().session?.engine.snapshot().connection;
  if (connection?.state !== 'changed') {
    say(app, 'Nothing is paused: the store does not look reset.');
  } else {
    askWhether(app, chooseQuestion(resumeQuestions(connection), app.model.get().size), { type: 'resume' });
  }
}
