import type { Connection } from '../domain/connection.js';
import type { PetStatus } from '../domain/pet.js';
import type { Snapshot } from '../sync/api.js';
import { exactTimeText, timeText } from './time-text.js';

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

/** The facts of a status's own list if it was read, and else of all. */
export function listOf({ all, ...own }: Snapshot['lists'], status?: PetStatus): Snapshot['lists']['all'] {
  return status !== undefined && own[status].fetchedAt !== undefined ? own[status] : all;
}

/** How things stand, with the list's age and then without: each from the longest form to the shortest, `full` first. */
export function connectionWords(snapshot: Snapshot, now: number, hasKey: boolean, status: PetStatus | undefined) {
  const { connection, lists, loaded, pets } = snapshot;
  if (isKeptLive(snapshot)) {
    return [{ full: ['live'], brief: [] }];
  }

  const { fetchedAt } = listOf(lists, status);
  const unread = pets.length > 0 ? 'not all read yet' : 'no data yet';
  const missing = loaded ? unread : '';
  const age = fetchedAt === undefined ? missing : `as of ${timeText(fetchedAt, now)}`;
  const isKeyless = connection.state === 'unauthorized' && !hasKey;
  const words = isKeyless ? ['no key yet'] : stateWords(connection, now);
  const write = (end: string) => {
    const texts = words.map((text) => text + end);
    const full = texts.slice(0, Math.max(1, texts.length - 1));
    return { full, brief: texts.slice(full.length) };
  };
  return connection.state === 'online' && age !== ''
    ? [{ full: [age], brief: [] }]
    : [...(age === '' ? [] : [write(`, ${age}`)]), write('')];
}

/** The trouble of a store that can be reached, after *the store*, for the header, and in a few words. */
function troubleWords(problem: Connection['problem']) {
  const status = problem?.status === undefined ? '' : ` (${problem.status})`;
  return problem?.code === 'slow-down'
    ? { does: 'asked to wait', header: ['store asked to wait', 'store busy'], brief: 'Store busy; adding goes on.' }
    : {
        does: `has trouble${status}`,
        header: [`store in trouble${status}`, `trouble${status}`, 'trouble'],
        brief: 'Store trouble; add goes on.',
      };
}

function stateWords({ state, since, problem }: Connection, now: number): readonly string[] {
  const from = timeText(since, now);
  const words: Readonly<Record<Connection['state'], readonly string[]>> = {
    connecting: ['connecting'],
    online: ['online'],
    offline: [`offline since ${from}`, `offline ${from}`, 'offline'],
    'working-offline': [`offline by choice since ${from}`, 'offline by choice', 'offline'],
    intercepted: ['a login page?', 'login?'],
    error: troubleWords(problem).header,
    unauthorized: problem?.code === 'key_unreadable' ? ['key locked'] : ['key refused'],
    misconfigured: problem?.code === 'moved' ? ['profile moved', 'moved'] : ['no pet store', 'no store'],
    changed: ['store changed', 'changed'],
  };
  return words[state];
}

/** A state's meaning and remedy, from the longest form to one of 27 cells; windows cut the end. */
export function connectionTexts(connection: Connection, now: number, facts: StoreFacts): readonly string[] {
  const { state, problem } = connection;
  const { nextTryAt = '' } = connection;
  const next =
    nextTryAt === '' ? '' : ` Next try ${Date.parse(nextTryAt) > now ? exactTimeText(nextTryAt, now) : 'now'}.`;
  const { address, correction, hasKey, hasAnswered } = facts;
  const isDoubtful = address !== undefined && !hasAnswered;
  switch (state) {
    case 'connecting':
    case 'online':
      return [];
    case 'offline':
      return isDoubtful
        ? [
            `No answer from ${address}, whose list was never read; ${correction}. New animals are kept.`,
            `Is the address right? No answer; ${correction}.`,
            'No answer; :address',
          ]
        : [`Not reachable. New animals are kept and sent later.${next}`, 'Offline; adding goes on.'];
    case 'intercepted':
      return isDoubtful
        ? [
            `A web page answers at ${address}. Is the address right? ${correction}.`,
            `A web page answers. Wrong address? ${correction}.`,
            'A web page; see :address',
          ]
        : [`A login page, or something like it, answered. Queued animals are kept.${next}`, 'A login page answers?'];
    case 'error':
      if (problem?.code === 'store_doubted') {
        return [
          'The store did not show animals that it had before. It is asked again before anything is sent.',
          'Asked again before sending',
        ];
      }

      return [`The store ${troubleWords(problem).does}. New animals are kept.${next}`, troubleWords(problem).brief];
    case 'unauthorized':
      if (problem?.code === 'key_unreadable') {
        return ['Keychain locked? :doctor tells more. Animals are kept.', 'Keychain locked? :doctor'];
      }

      if (!hasKey) {
        return ['There is no API key yet; :key enters one. Animals are kept.', 'No key yet; :key enters it'];
      }

      return problem?.code === 'forbidden'
        ? ['The store does not allow this with your key; :key enters another.', 'Not allowed; see :key']
        : ['The store refused your key; :key enters another. Animals are kept.', 'Key refused; :key enters it'];
    case 'misconfigured':
      if (problem?.code === 'moved') {
        return [
          'This profile has moved; quit and open petstore again. Animals are kept.',
          'Moved; open petstore again',
        ];
      }

      return isDoubtful
        ? [
            `No pet store answers at ${address}; ${correction}.`,
            `Wrong address? No pet store answers; ${correction}.`,
            'Wrong address? :address',
          ]
        : ['No pet store is here; :address shows where. Animals are kept.', 'Wrong address? :address'];
    case 'changed':
      return [
        problem?.code === 'key_changed'
          ? `${changeTexts(connection).long}; :resume sends them here. New animals are sent.`
          : `${changeTexts(connection).long}; sending waits until :resume confirms it.`,
        `${changeTexts(connection).brief}? :resume`,
      ];
    case 'working-offline':
      return [
        `Offline by choice since ${timeText(connection.since, now)}; :online ends it. New animals are kept.`,
        'Offline; :online ends it.',
      ];
  }
}

/** The same in one sentence; undefined if all is well. */
export function connectionAdvice(connection: Connection, now: number, facts: StoreFacts): string | undefined {
  return connectionTexts(connection, now, facts)[0];
}

/** The text in the place of a list that was never read: the reason, and the remedy. */
export function unreadText(
  { state, problem }: Connection,
  { address, correction, hasKey, add, hasAnswered }: StoreFacts,
): string {
  const at = address ?? 'the store';
  const isDoubtful = address !== undefined && !hasAnswered;
  const correct = isDoubtful ? ` If the address is wrong, ${correction}.` : '';
  const reading = 'Reading the list of the store for the first time …';
  const kept = `New animals (${add}) are kept`;
  const texts: Readonly<Record<Connection['state'], string>> = {
    connecting: reading,
    online: reading,
    offline: isDoubtful
      ? `No answer from ${at}, and its list was never read.${correct} If it is right, go ` +
        `on: new animals (${add}) are kept, and sent when the store answers.`
      : `The store cannot be reached, and its list was never read. ${kept} and sent later.`,
    intercepted: isDoubtful
      ? `A web page answers at ${at}, not a pet store.${correct} If it is ` +
        'right, your network may want a login: open a browser.'
      : 'A web page answers instead of the store. Your network may want a login: open a browser.',
    misconfigured:
      problem?.code === 'moved'
        ? 'This profile has moved; quit and open petstore again.'
        : `There is no pet store at ${at}.${correct}`,
    unauthorized: hasKey
      ? `The server at ${at} does not accept your key; :key enters another.`
      : `The server at ${at} asks for an API key; :key enters one.`,
    error: `The store at ${at} ${troubleWords(problem).does}, and its list was never read. ${kept} and sent later.`,
    changed: `${changeTexts({ problem }).long}; :resume confirms it.`,
    'working-offline': `The list of this store was never read, and you work offline; :online asks for it. ${kept}.`,
  };
  return texts[state];
}

/**
 * The question to a person before sending to what changed: the store, the key, or the queue on this machine. From the
 * longest form to the shortest: with all that was found, which names the animals in doubt; with its first sentence; and
 * alone.
 */
export function resumeQuestions(connection: Connection): readonly string[] {
  const { question } = changeTexts(connection);
  const found = connection.problem?.message ?? '';
  return found === ''
    ? [question]
    : [`${found} ${question}`, `${found.split(/(?<=\.) /)[0] ?? ''} ${question}`, question];
}

type ChangeTexts = { readonly long: string; readonly brief: string; readonly question: string };

const storeReset: ChangeTexts = {
  long: 'The store looks reset',
  brief: 'Store reset',
  question: 'Is this the right store, and may sending go on?',
};
const changes: Readonly<Record<string, ChangeTexts>> = {
  queue_copied: {
    long: 'This queue was copied or restored',
    brief: 'Queue copied',
    question: 'May sending go on from here? The store is checked for each queued animal before it is sent.',
  },
  key_changed: {
    long: 'The queued animals were entered under another key',
    brief: 'Another key',
    question: 'Do the queued animals belong to the store of this key?',
  },
  id_given_twice: { ...storeReset, long: 'The store gave one id twice', brief: 'Id given twice' },
};

/** The change, as far as it is known. */
export function changeTexts({ problem }: { readonly problem?: Connection['problem'] | undefined }): ChangeTexts {
  return changes[problem?.code ?? ''] ?? storeReset;
}
