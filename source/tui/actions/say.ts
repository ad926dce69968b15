import type { Session } from '../../app/session/compose-session.ts';
import type { ConnectionState } from '../../domain/connection.ts';
import type { Entry, EntryState } from '../../domain/entry.ts';
import type { Problem } from '../../domain/problem.ts';
import { isReplaced, replacedText } from '../../platform/process/self.ts';
import { type App, hintsIn, snapshotOf } from '../app-context.ts';
import type { Message } from '../state/ui-state.ts';
import { findEntry } from './cursor.ts';

/** Puts a sentence on the message line. */
export function say(app: App, text: string, tone: Message['tone'] = 'plain'): void {
  app.model.say({ text: hintsIn(app, text), tone });
}

/** Asks a question for yes or no. */
export function askWhether(app: App, question: string, onYes: () => void): void {
  app.model.ask({ kind: 'confirm', question, onYes, at: app.now() });
}

/** Keys of this long after a question were meant for something else, in milliseconds. */
export const guardMs = 300;

/** `y` and `n`: the answer to a question, unless the key came too soon to be one. */
export function answerQuestion(app: App, isYes: boolean): void {
  const { prompt } = app.model.get();
  if (prompt?.kind === 'confirm' && app.now() - prompt.at >= guardMs) {
    app.model.answer();
    if (isYes) {
      prompt.onYes();
    }
  }
}

/** A sentence and what there is to remark on it, if anything. */
export function withRemark(text: string, remark: string | undefined): string {
  return remark === undefined ? text : `${text.replace(/[.]$/u, '')}. ${remark}`;
}

/**
 * The result of work, in words: good unless a tone is given. `entry`: the queued animal it was done to; `during`: the
 * state of the connection that it tells of; it disappears with that state.
 */
export type Done = {
  readonly text: string;
  readonly tone?: Message['tone'];
  readonly entry?: Entry;
  readonly during?: ConnectionState;
};

/** A queued animal is about to be sent, so a sentence about the one state holds for the other. */
const onTheWay: readonly EntryState[] = ['queued', 'sending'];

/**
 * Says the result of work. It is not said of an animal, or of the connection, whose state has gone on meanwhile; with
 * the connection an earlier sentence is out of date in any case.
 */
export function sayDone(app: App, { text, tone = 'good', entry, during }: Done): void {
  const states = entry && (onTheWay.includes(entry.state) ? onTheWay : [entry.state]);
  const about = entry && states && { localId: entry.localId, states };
  const message = { text: hintsIn(app, text), tone, about, during };
  const { about: isOwn } = app.model.get().message ?? {};
  if (during !== undefined && isOwn) {
    // The header tells of the connection anyway; what a person just did is told here alone.
    return;
  }

  if (holds(app, message)) {
    app.model.say(message);
  } else if (during !== undefined) {
    app.model.say(undefined);
  }
}

/** Takes the message away once it is no longer true; called after every change of the engine's state. */
export function takeBack(app: App): void {
  const { message } = app.model.get();
  if (message && !holds(app, message)) {
    app.model.say(undefined);
  }
}

function holds(app: App, { about, during }: Message): boolean {
  const present = about && findEntry(app, about.localId);
  const isSoYet = during === undefined || snapshotOf(app).connection.state === during;
  return isSoYet && (!about || !present || about.states.includes(present.state));
}

/** Starts work whose end is told in the message line: its result, or why it failed. */
export function perform(app: App, work: () => Promise<string | Done | undefined>): void {
  work().then(
    (done) => {
      if (done !== undefined) {
        sayDone(app, typeof done === 'string' ? { text: done } : done);
      }
    },
    (error: unknown) => {
      app.workspace.log('action failed', detailOf(error));
      say(app, reasonOf(error), 'bad');
    },
  );
}

/** The same with the open store. Once another one is open only a failure is told: the rest would mislead. */
export function performOnStore(app: App, work: (session: Session) => Promise<string | Done | undefined>): void {
  const { session } = app.model.get();
  if (!session) {
    say(app, 'No store is open.', 'bad');
    return;
  }

  perform(app, async () => {
    const done = await work(session);
    return isOpen(app, session) ? done : undefined;
  });
}

/** Whether a store is still the open one: an action meant for one store never reaches another. */
export function isOpen(app: App, session: Session): boolean {
  return app.model.get().session === session;
}

/** How often it is told how far work is, in milliseconds. */
const toldEveryMs = 200;

/** Says how far work on a store is, as long as that is open. `doing`: what is said of it while it lasts. */
export function tellProgress(app: App, session: Session, doing: string): (done: number, total: number) => void {
  let told = app.now();
  return (done, total) => {
    if (isOpen(app, session) && app.now() - told >= toldEveryMs && done < total) {
      told = app.now();
      say(app, `${doing}: ${done} of ${total}`);
    }
  };
}

/** Why something failed, for a person. Our own errors carry a problem; anything else is named as it is. */
export function reasonOf(error: unknown): string {
  if (isReplaced(error)) {
    return replacedText;
  }

  const message = problemOf(error)?.message;
  return message ?? `That did not work: ${error instanceof Error ? error.message : String(error)}`;
}

function problemOf(error: unknown): Problem | undefined {
  const problem = (error as { readonly problem?: Partial<Problem> } | undefined)?.problem;
  return typeof problem?.message === 'string' ? (problem as Problem) : undefined;
}

/**
 * An error as the log takes it, which holds no animal. A sentence for a person may name one: its code stands for it,
 * beside the file that it came from.
 */
export function detailOf(error: unknown, text = String(error)): Readonly<Record<string, unknown>> {
  const problem = problemOf(error);
  if (!problem) {
    return { error: text };
  }

  const { message, cause } = error as Error;
  const { code, path } = (cause ?? {}) as NodeJS.ErrnoException;
  return { error: text.replace(message, problem.code), cause: code, path };
}
