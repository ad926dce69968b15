/** Every word for a connection, a record a state; shell, screens and log only put them together. */
import type { Connection, ConnectionState } from '../domain/connection.ts';

type Words = {
  /** In the header; in a narrow window in a word. */
  readonly header: readonly [long: string, brief?: string];
  /** In the log of what happened. */
  readonly news: string;
  /** Of the shell, where the problem has no words of its own. */
  readonly says: string;
  /** The command that ends it, told wherever it is met. */
  readonly remedy?: string;
  /** What more helps, for whoever asks. */
  readonly advice?: string;
  /** Of the app. What ends it stands within the first 38 cells: a narrow window cuts the rest. */
  readonly app?: string;
  /** When queued animals are sent. */
  readonly until?: string;
  /** The app's word for what a person has to do before that; empty: there is none. Absent: it ends by itself. */
  readonly way?: string;
  /** Before sending to what changed: the store, the key, or the queue on this machine. */
  readonly question?: string;
};

const safe = 'Everything is saved on this machine.';
const move = 'use `petstore profile move NAME --base-url URL`.';
const confirm = 'To confirm, run `petstore sync --resume`.';

const states: Readonly<Record<ConnectionState, Words>> = {
  connecting: {
    header: ['connecting'],
    news: 'the store is asked',
    says: 'The store has not answered yet.',
    advice: 'Try again; the store did not answer in time.',
  },
  online: {
    header: ['online'],
    news: 'the store can be reached again',
    says: 'The store can be reached.',
  },
  offline: {
    header: ['offline since {since}', 'offline'],
    news: 'the store cannot be reached',
    says: 'The store cannot be reached.',
    advice: `Check the network, the address and HTTPS_PROXY. ${safe}`,
    app: 'Not reachable. New animals are kept and sent later.{next}',
    until: 'the store answers',
  },
  intercepted: {
    header: ['a login page?', 'login?'],
    news: 'something else answers in place of the store',
    says: 'Something that is not the pet store answered, such as a login page of this network.',
    advice: `Mend that, then try again. ${safe}`,
    app: 'A login page, or something like it, answered. Queued animals are kept.{next}',
    until: 'the store answers',
  },
  error: {
    header: ['store in trouble{status}', 'trouble'],
    news: 'the store has trouble',
    says: 'The store reports an error of its own.',
    advice: `Wait; the store itself has a problem. ${safe}`,
    app: 'The store has trouble{status}. New animals are kept.{next}',
    until: 'the store answers',
  },
  unauthorized: {
    header: ['key refused'],
    // Also if no key was sent.
    news: 'the store wants a key that it accepts',
    says: 'The store wants a key that it accepts.',
    remedy: 'Enter a valid key with `petstore auth login`.',
    app: 'The store refused your key; :key enters another. Animals are kept.',
    until: 'the store takes the key',
    way: ':key',
  },
  misconfigured: {
    header: ['no pet store', 'no store'],
    news: 'no pet store answers at the address',
    says: 'The address is not that of a pet store.',
    remedy: `To correct the address, ${move}`,
    app: 'No pet store is here; :address shows where. Animals are kept.',
    until: 'the address is right',
    way: ':address',
  },
  changed: {
    header: ['store changed', 'changed'],
    news: 'something is not as petstore left it, and a person is asked',
    says: 'The store looks reset. No animal is sent until you confirm.',
    remedy: confirm,
    advice: `Ask whoever runs the store whether it was reset. ${confirm}`,
    app: 'Wrong store? :address; right? :resume. It looks reset; nothing is sent.',
    until: 'you say whether this is the right store',
    way: ':resume or :address',
    question: 'Is this the right store, and may sending go on? Animals that it had before are not sent again by that.',
  },
  'working-offline': {
    header: ['offline by choice', 'offline'],
    news: 'you work offline',
    says: 'You have been working offline since {dateTime}; `petstore online` ends that.',
    app: 'Offline by choice (:online ends it) since {since}. New animals are kept.',
    until: 'you go back online',
    way: ':online',
  },
};

/** What is another word than that of the state, by the problem's code, or what else is known (`doubtful`, `no_key`). */
const special: Readonly<Record<string, Partial<Words>>> = {
  'slow-down': {
    header: ['store asked to wait', 'store busy'],
    advice: `Run \`petstore sync\` in a minute. ${safe}`,
    app: 'The store asked to wait. New animals are kept.{next}',
  },
  no_key: {
    header: ['no key yet'],
    app: 'There is no API key yet; :key enters one. Animals are kept.',
    until: 'there is a key',
  },
  forbidden: {
    remedy: 'Ask whoever runs the store for a key that may, and enter it with `petstore auth login`.',
    app: 'The store does not allow this; :key enters another key.',
  },
  certificate: {
    header: ['no secure connection', 'not secure'],
    app: 'No secure connection; :doctor tells why. Animals are kept.',
  },
  'certificate doubtful': {
    app: 'No secure connection; {correction} if {address} is wrong.',
  },
  key_unreadable: {
    header: ['key locked'],
    app: 'Keychain locked? :doctor tells more. Animals are kept.',
    until: 'the key can be read',
    way: ':doctor',
  },
  redirected: {
    header: ['store redirects', 'redirects'],
    remedy: `If the store has moved, ${move} If it wants another key, enter it with \`petstore auth login\`.`,
    app: 'The store redirects: :address or :key wrong? Animals are kept.',
    until: 'the store answers itself',
    way: ':address or :key',
  },
  unreadable_list: {
    header: ['unreadable list', 'unreadable'],
    remedy: 'Tell whoever runs the store: an animal needs an id and a categoryId that are whole numbers.',
    app: 'The list of this store cannot be read; tell whoever runs it. Animals are kept.',
    until: 'its list can be read',
  },
  moved: {
    header: ['profile moved', 'moved'],
    app: 'This profile has moved; quit and open petstore again. Animals are kept.',
    until: 'you open petstore again, as this profile has moved',
    way: '',
  },
  'offline doubtful': {
    app: 'No answer; {correction} if {address} is wrong. Its list was never read. New animals are kept.',
  },
  'intercepted doubtful': {
    app: 'A web page answers; {correction} if {address} is wrong.',
  },
  'misconfigured doubtful': {
    app: 'No pet store answers; {correction} if {address} is wrong.',
  },
  queue_copied: {
    advice:
      'Discard the animals that were sent since the copy was made, hold those you are not sure of, then confirm with ' +
      '`petstore sync --resume`.',
    app: 'Queue copied or restored: :resume confirms it. Until then nothing is sent.',
    until: 'you confirm it',
    way: ':resume',
    question: 'May sending go on from here? The store is checked for each queued animal before it is sent.',
  },
  key_changed: {
    header: ['another key', 'other key'],
    advice: confirm,
    app: 'Same store? :resume; else :key. What waits was queued under another key.',
    until: 'you say whether both keys are for this store',
    way: ':resume or :key',
    question: 'Do the queued animals belong to the store of this key?',
  },
};

/** The words for a connection. `known`: what is known beside it, which goes before its problem. */
export function wordsOf({ state, problem }: Pick<Connection, 'state' | 'problem'>, known = problem?.code ?? ''): Words {
  return { ...states[state], ...special[known] };
}

/** The same, where it is known whether there is a key. */
export function connectionCase(connection: Connection, hasKey: boolean): Words {
  const { state, problem } = connection;
  const isKeyless = state === 'unauthorized' && !hasKey && problem?.code !== 'key_unreadable';
  return isKeyless ? wordsOf(connection, 'no_key') : wordsOf(connection);
}

/** A connection's new state, in the log. */
export const newsOf = (state: ConnectionState): string => states[state].news;

/** A text with what it says of this moment. */
export function fill(text: string, facts: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/gu, (_, name: string) => facts[name] ?? '');
}
