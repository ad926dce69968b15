/** Work with the store that a person asks for: to read, to send, to pause, to check. */
import { type App, factsOf, snapshotOf } from '../app-context.ts';
import { connectionAdvice, resumeQuestion } from '../words/connection-text.ts';
import { queueText } from '../../text/queue/queue-text.ts';
import { waitSentences } from '../../text/queue/wait-text.ts';
import { wordsOf } from '../../text/connection-words.ts';
import { countText } from '../../text/count-text.ts';
import { askWhether, isOpen, performOnStore, say } from './say.ts';
import { checkupText } from '../../app/doctor/doctor.ts';
import type { Check } from '../../app/workspace.ts';
import { currentScreen } from '../state/ui-state.ts';

/** How long a person's `sync` tries before it reports the rest. */
const syncMs = 120_000;

/** `r`: reads the whole list again. */
export function refresh(app: App): void {
  performOnStore(app, async ({ engine }) => {
    const done = await engine.refresh('all', 'whole');
    const { connection, pets, lists } = snapshotOf(app);
    if (done) {
      const more = lists.all.complete ? '' : '; the store may have more';
      return `The list is fresh: ${countText(pets.length, 'animal')}${more}.`;
    }

    const { until, way } = wordsOf(connection);
    const advice =
      connection.state === 'changed'
        ? `The list is not read until ${until} (${way}).`
        : connectionAdvice(connection, app.now(), factsOf(app));
    // How the store can be reached stands on this line anyway, for as long as it is so.
    return advice === undefined
      ? { text: 'The list could not be read now.', tone: 'bad', during: connection.state }
      : { text: advice, tone: 'plain', during: connection.state };
  });
}

/** `:sync`: checks animals whose answer was lost, sends queued ones, refreshes. */
export function syncNow(app: App): void {
  performOnStore(app, async ({ engine }) => {
    const [wait] = waitSentences(snapshotOf(app).entries, app.now());
    const isLooking = snapshotOf(app).entries.some(({ state }) => state === 'checking');
    say(app, wait ?? (isLooking ? 'Finding out what arrived …' : 'Sending queued animals …'));
    const report = await engine.sync({ timeoutMs: syncMs, signal: new AbortController().signal });
    const sent = report.created.length + report.adopted.length;
    const done = `${sent === 0 ? 'Nothing' : countText(sent, 'animal')} sent; ${queueText(snapshotOf(app).entries) || 'the queue is empty'}.`;
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
      // Whether what is queued is sent now depends on what the store answers.
      return 'Working offline has ended.';
    }

    return (
      'Working offline. New animals are kept; :online sends ' +
      `them.${isQuiet ? '' : ' Another petstore is sending an animal right now, and stops after it.'}`
    );
  });
}

/** `:resume`: asks before sending to a store that looks reset, or from a queue that looks copied or was put back. */
export function askToResume(app: App): void {
  const connection = app.model.get().session?.engine.snapshot().connection;
  if (connection?.state !== 'changed') {
    say(app, 'Nothing is paused: the store does not look reset.');
  } else {
    askWhether(app, resumeQuestion(connection), () =>
      performOnStore(app, async ({ engine }) => {
        await engine.resume();
        return 'Sending goes on.';
      }),
    );
  }
}

/** Asks the store once and tells its answer. `done`: what was done before. */
export function testConnection(app: App, done = ''): void {
  performOnStore(app, async (session) => {
    say(app, `${done}Asking the store …`);
    const connection = await session.engine.probe();
    const advice = connectionAdvice(connection, app.now(), factsOf(app));
    if (connection.state === 'online') {
      return { text: `${done}The store answers, and the key is right.`, during: 'online' };
    }

    return { text: done + (advice ?? `The store is ${connection.state}.`), tone: 'bad', during: connection.state };
  });
}

/** Checks everything and lists it, each remedy beside its problem. */
export function showDoctor(app: App): void {
  performOnStore(app, async (session) => {
    say(app, 'Checking everything …');
    const checks = await app.workspace.doctor(session);
    const bad = checks.filter((check) => !check.ok);
    if (
      isOpen(app, session) &&
      app.model.get().prompt === undefined &&
      currentScreen(app.model.get()).name !== 'form'
    ) {
      const screen = { name: 'report', title: 'Doctor', lines: checks.map(checkLine), scroll: 0 } as const;
      app.model.open(screen);
    }

    const names = bad.map(({ name }) => name).join(', ');
    const text = checkupText(checks, `${countText(bad.length, 'problem')}: ${names}. The remedies are in the list.`);
    return bad.length === 0 ? text : { text, tone: 'bad' };
  });
}

/** `!! clock  is an hour late. Set it right.` */
function checkLine({ name, ok, checked, detail, remedy }: Check): string {
  const sign = ok ? 'ok' : '!!';
  const end = ok || remedy === undefined ? '' : `${/[.!?]$/u.test(detail) ? '' : '.'} ${remedy}`;
  return `${checked === false ? '??' : sign} ${name}  ${detail}${end}`;
}
