/**
 * Changes of the queue that `u` takes back, while they are made: each is noted once it is on the disk, and what goes by
 * what the others leave waits until they are.
 */
import type { Session } from '../../app/workspace.js';
import type { ManyVerb, QueueStep } from '../../domain/verbs.js';
import type { StepsReport } from '../../sync/api.js';
import { countText } from '../../text/count-text.js';
import { type Done, isOpen, performOnStore, say } from '../actions/say.js';
import type { App } from '../app-context.js';
import type { Change } from '../state/prompt.js';
import type { Watched } from '../state/ui-state.js';

/** What a change came to, and the steps that take it back. */
export type Changed = Done & { readonly change?: Change | undefined };

/** Changes at once, whatever else is under way. A `u` that is pressed meanwhile is about this change. */
export function performChange(app: App, work: (session: Session) => Promise<Changed | undefined>): void {
  performOnStore(app, (session) => underWay(app, noted(app, session, work(session))));
}

/** The same once all changes before it are made. */
export function performInTurn(app: App, work: (session: Session) => Promise<Changed | undefined>): void {
  performOnStore(app, (session) => {
    if (app.changing.count > 0) {
      // A disk that hangs may keep it waiting for long.
      say(app, 'This waits until what was begun before is done …');
    }

    return underWay(
      app,
      app.changing.current.then(() => doInTurn(app, session, work)),
    );
  });
}

async function doInTurn(
  app: App,
  session: Session,
  work: (session: Session) => Promise<Changed | undefined>,
): Promise<Done | undefined> {
  if (isOpen(app, session)) {
    return await noted(app, session, work(session));
  }

  const { name } = session.profile;
  say(app, `Another store was opened meanwhile, so what waited its turn in ${name} was not done.`, 'bad');
  return undefined;
}

function underWay<T>(app: App, work: Promise<T>): Promise<T> {
  app.changing.count += 1;
  app.changing.current = Promise.allSettled([app.changing.current, work.finally(() => (app.changing.count -= 1))]).then(
    () => undefined,
  );
  return work;
}

async function noted(app: App, session: Session, work: Promise<Changed | undefined>): Promise<Done | undefined> {
  const done = await work;
  if (done?.change) {
    noteChange(app, session, done.change);
  }

  if (done?.entry?.ifAbsent !== undefined && isOpen(app, session)) {
    // Should it be there after all, that is told.
    watch(app, { localId: done.entry.localId });
  }

  return done;
}

/** Has the outcome of an animal announced when it comes. */
export function watch(app: App, animal: Watched): void {
  app.model.dispatch({ type: 'watched', watched: [...app.model.get().watched, animal] });
}

/** Changes that are kept. */
const mostChanges = 100;

/**
 * Notes what was just done; what was undone before cannot be done again after it. A change of a store that was left is
 * none of the one that is open.
 */
export function noteChange(app: App, session: Session, change: Change): void {
  if (isOpen(app, session)) {
    app.model.dispatch({ type: 'noted', undos: [...app.model.get().undos, change].slice(-mostChanges), redos: [] });
  }
}

/** A change of one animal. */
export function toChange(says: string, localId: string, forth: SimpleStep, back: SimpleStep): Change {
  return { says, back: [{ action: back, localId }], forth: [{ action: forth, localId }] };
}

type SimpleStep = Exclude<ManyVerb, 'edit'>;

/** How often it is told how far many steps are, in milliseconds. */
const toldEveryMs = 200;

/** Takes steps. `doing`: said while it lasts. */
export function takeSteps(
  app: App,
  session: Session,
  steps: readonly QueueStep[],
  doing: string,
): Promise<StepsReport> {
  let told = app.now();
  return session.engine.changeMany(steps, {
    onProgress(done, total) {
      if (isOpen(app, session) && app.now() - told >= toldEveryMs && done < total) {
        told = app.now();
        say(app, `${doing}: ${done} of ${total}`);
      }
    },
  });
}

/** Those of some steps that changed their animal. */
export function stepsTaken(steps: readonly QueueStep[], { changed }: StepsReport): readonly QueueStep[] {
  const done = new Set(changed.map(({ localId }) => localId));
  return steps.filter(({ localId }) => done.has(localId));
}

/** What is said of many steps: `text`, and of how many animals it is not true, and why. */
export function tellSkipped(text: string, { skipped }: StepsReport): Done {
  const [first] = skipped;
  return first
    ? {
        text: `${text} ${countText(skipped.length, 'animal is', 'animals are')} as before: ${first.problem.message}`,
        tone: 'bad',
      }
    : { text };
}
