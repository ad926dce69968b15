import type { Connection } from '../../domain/connection.ts';
import type { PetStatus } from '../../domain/pet.ts';
import { readingTheList, type Snapshot } from '../../sync/api.ts';
import { connectionCase, fill, wordsOf } from '../../text/connection-words.ts';
import { asOfText, exactTimeText, timeText } from '../../text/time-text.ts';

/** The facts that decide which words are true of a store, beside the connection. */
export type StoreFacts = {
  /** Undefined: the built-in one, whose address was not entered. */
  readonly address: string | undefined;
  /** How that address is put right, as the end of a sentence. */
  readonly correction: string;
  readonly hasKey: boolean;
  /** The key or the command that adds an animal. */
  readonly add: string;
  /** Whether its list was ever read, or an animal seen: until then the address itself is in doubt. */
  readonly hasAnswered: boolean;
};

/** Whether the store is asked for new animals every few seconds: the list on the screen has no age then. */
export function isKeptLive({ connection, isLive }: Pick<Snapshot, 'connection' | 'isLive'>): boolean {
  return isLive && connection.state === 'online';
}

/** What the header says at its right end, from the longest form to the shortest: first with all there is to say. */
type HeaderWords = readonly [whole: readonly string[], brief: readonly string[]];

/** The work under way and how far it is, with its name and without; undefined: none, or the store cannot be reached. */
export function workWords({ connection, progress, refreshing }: Snapshot, spoken: boolean): HeaderWords | undefined {
  if ((connection.state !== 'online' && connection.state !== 'connecting') || (!progress && !refreshing)) {
    return undefined;
  }

  const { what, done, total } = progress ?? { what: readingTheList };
  const count = done === undefined ? '' : `${done}${total === undefined ? '' : ` of ${total}`}`;
  // A screen reader should not read a hundred numbers aloud.
  return spoken || count === '' ? [[what], [what]] : [[`${what} ${count}`, count], [count]];
}

/** How things stand, with the age of the list and without, each in a long form and a short one. */
export function connectionWords(
  snapshot: Snapshot,
  now: number,
  hasKey: boolean,
  status: PetStatus | undefined,
): HeaderWords {
  const { connection, lists, loaded, pets } = snapshot;
  if (isKeptLive(snapshot)) {
    return [['live'], ['live']];
  }

  const { fetchedAt, heardAt = fetchedAt } = lists[status ?? 'all'];
  const unread = pets.length > 0 ? 'not all read yet' : 'no data yet';
  const missing = loaded ? unread : '';
  const age = heardAt === undefined ? missing : asOfText(heardAt, now);
  const { header } = connectionCase(connection, hasKey);
  const words = header.map((text = '') => fill(text, momentOf(connection, now)));
  if (age === '') {
    return [words, words];
  }

  return connection.state === 'online' ? [[age], ['']] : [words.map((text) => `${text}, ${age}`), words];
}

function momentOf({ since, nextTryAt, problem }: Connection, now: number): Readonly<Record<string, string>> {
  const isDue = nextTryAt !== undefined && Date.parse(nextTryAt) <= now;
  return {
    since: timeText(since, now),
    status: problem?.status === undefined ? '' : ` (${problem.status})`,
    next: nextTryAt === undefined ? '' : ` Next try ${isDue ? 'now' : exactTimeText(nextTryAt, now)}.`,
  };
}

const doubtful: readonly string[] = ['offline', 'intercepted', 'misconfigured'];

/** A state's meaning and remedy; windows cut the end. Undefined if all is well. */
export function connectionAdvice(connection: Connection, now: number, facts: StoreFacts): string | undefined {
  const { state, problem } = connection;
  const { address, correction, hasKey, hasAnswered } = facts;
  const isDoubtful = address !== undefined && !hasAnswered && doubtful.includes(state) && problem?.code !== 'moved';
  const known = problem?.code === 'certificate' ? problem.code : state;
  const { app } = isDoubtful ? wordsOf(connection, `${known} doubtful`) : connectionCase(connection, hasKey);
  const said = { ...momentOf(connection, now), address: address ?? '', correction };
  return app === undefined ? undefined : fill(app, said);
}

/** The question to a person before sending to what changed, with all that was found, which names the animals in doubt. */
export function resumeQuestion(connection: Connection): string {
  return `${connection.problem?.message ?? ''} ${wordsOf(connection).question ?? ''}`.trim();
}
