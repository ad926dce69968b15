/** How things stand with a store: what `status` tells, and the doctor before the machine. */
import { join } from 'node:path';
import type { Connection } from '../../domain/connection.ts';
import { type Entry, decidedState } from '../../domain/entry.ts';
import type { Snapshot } from '../../sync/api.ts';
import {
  connectionRemedy,
  connectionSays,
  savedListText,
  savedTroubleText,
  unreadableRowsText,
} from '../../text/connection-sentence.ts';
import { countText } from '../../text/count-text.ts';
import { splitRemedy } from '../../text/hints.ts';
import { goneSentence, queueText, unreadableTexts } from '../../text/queue/queue-text.ts';
import { asideMark } from '../../platform/files/paths.ts';
import { type Home, storeFolderOf } from '../home.ts';
import { describeKey } from '../keys/keychain.ts';
import { findStranded, otherStoresTexts, type Stranded } from '../profiles/waiting-stores.ts';
import type { Check } from '../workspace.ts';
import type { Session } from '../session/compose-session.ts';
import { fine, skipped, wrong } from './check-machine.ts';

/** `facts`: what there is to tell of every store; `news`: what there is only now and then. */
export type Standing = { readonly facts: readonly Check[]; readonly news: readonly Check[] };

/** In the order in which they are shown. */
export async function checkStore(home: Home, session: Session, connection: Connection): Promise<Standing> {
  const { profile, engine } = session;
  const snapshot = engine.snapshot();
  const stranded = await findStranded(home);
  const gone = goneSentence(snapshot.entries);
  return {
    facts: [
      fine('profile', profile.source === 'demo' ? profile.name : `${profile.name} (${profile.baseUrl})`),
      checkConnection(connection),
      checkKey(session, connection),
      checkQueue(snapshot),
      fine('saved copy', savedText(snapshot, home.clock.now())),
      ...checkIdempotency(session, connection),
    ],
    news: [
      ...checkPages(snapshot),
      ...checkRows(snapshot),
      ...(gone === undefined ? [] : [fine('gone', gone)]),
      ...(await checkKept(home, session)),
      ...stranded.map(checkStranded),
      ...(await otherStoresTexts(home, profile, stranded)).map((text) => fine('elsewhere', text)),
    ],
  };
}

/** Damaged files that are told nowhere else: a person went on without them, and may still want what is left of them. */
async function checkKept(home: Home, { profile, engine }: Session): Promise<readonly Check[]> {
  const folder = storeFolderOf(home, profile);
  const told = engine.snapshot().unreadable.map(({ path }) => path);
  const names = await home.fileSystem.list(folder).catch(() => []);
  const kept = names.filter((name) => name.includes(asideMark)).map((name) => join(folder, name));
  return kept
    .filter((path) => !told.includes(path))
    .map((path) => fine('kept', `${path} was damaged. It is not used; delete it once you need nothing of it.`));
}

/** What waits for an address that no profile leads to. */
export const checkStranded = ({ detail, remedy }: Stranded): Check => wrong('stranded', detail, remedy);

function checkConnection(connection: Connection): Check {
  const { state, problem } = connection;
  if (problem?.code === 'key_unreadable') {
    return skipped('connection', 'not asked, because the key is missing');
  }

  // Then the key is the problem.
  const detail = `${state}: ${state === 'unauthorized' ? 'the store answers' : connectionSays(connection)}`;
  if (state === 'working-offline') {
    return skipped('connection', detail);
  }

  return state === 'online' || state === 'unauthorized'
    ? fine('connection', detail)
    : wrong('connection', detail, connectionRemedy(connection));
}

function checkKey({ key }: Session, connection: Connection): Check {
  const { state, problem } = connection;
  if (!key) {
    const wanted = state === 'unauthorized' ? `: ${connectionSays(connection)}` : '';
    return wrong('key', `there is none${wanted}`, 'Enter it with `petstore auth login`, or set PETSTORE_API_KEY.');
  }

  if (problem?.code === 'key_unreadable') {
    const remedy =
      'Unlock the keychain. If you cannot, keep the key in a file: `petstore config set key-store file`, ' +
      'then `petstore auth login`.';
    return wrong('key', problem.message, remedy);
  }

  const detail = describeKey(key);
  if (state === 'unauthorized') {
    return wrong('key', `${detail}: ${connectionSays(connection)}`, connectionRemedy(connection));
  }

  const why = state === 'working-offline' ? 'you are working offline' : 'the store did not answer';
  return state === 'online' || state === 'changed'
    ? fine('key', detail)
    : skipped('key', `${detail}; not tried, because ${why}`);
}

/** Whether files of the queue cannot be read, or animals need a person. */
function checkQueue(snapshot: Snapshot): Check {
  const { entries } = snapshot;
  const count = queueText(entries);
  const parts = unreadableTexts(snapshot).map(splitRemedy);
  if (parts.length > 0) {
    const details = parts.map(({ detail }) => detail).join('; ');
    const remedies = [...new Set(parts.map(({ remedy }) => remedy))].join(' ');
    const read = [count, 'not all of it can be read'].filter(Boolean).join(', ');
    return wrong('queue', `${read}: ${details}`, remedies || unread);
  }

  const need = needOf(entries);
  return need ? wrong('queue', `${count}: ${need.detail}`, need.remedy) : fine('queue', count || 'empty');
}

const unread = 'Queued animals are not shown until it can be read.';

/** Which queued animals need a person, and the remedy; undefined: all is well. */
function needOf(entries: readonly Entry[]): { readonly detail: string; readonly remedy: string } | undefined {
  const idsOf = (is: (entry: Entry) => boolean) => entries.filter(is).map(({ localId }) => localId);
  const forbidden = idsOf(({ state, lastError }) => state === 'queued' && lastError?.code === 'forbidden');
  if (forbidden.length > 0) {
    const remedy = 'Ask whoever runs the store for a key that may, and enter it with `petstore auth login`.';
    return {
      detail: `your key may not add animals, so ${forbidden.join(', ')} ${forbidden.length === 1 ? 'is' : 'are'} not sent`,
      remedy,
    };
  }

  const refused = idsOf(isKeyRefused);
  if (refused.length > 0) {
    const remedy =
      'petstore looks whether it arrived all the same. Ask whoever runs the store for a key that may add animals, ' +
      'and enter it with `petstore auth login`.';
    return { detail: `the store refused the key when ${refused.join(', ')} was sent`, remedy };
  }

  const needy = idsOf(({ state }) => state === 'rejected' || state === 'review');
  const detail = `${needy.join(', ')} ${needy.length === 1 ? 'needs' : 'need'} you`;
  return needy.length > 0 ? { detail, remedy: '`petstore queue` says why.' } : undefined;
}

/** Whether it is to be sent, after an answer that refused the key and that something on the way may have written. */
function isKeyRefused(entry: Entry): boolean {
  const { history } = entry;
  const state = decidedState(entry);
  const last = history.findLast((record) => record.kind === 'outcome')?.result;
  const refusal = last?.type === 'unknown' ? last.refusal : undefined;
  return (state === 'queued' || state === 'checking') && (refusal === 401 || refusal === 403);
}

function savedText({ lists, pets, savedTrouble }: Snapshot, now: number): string {
  const { fetchedAt, heardAt, complete } = lists.all;
  if (fetchedAt === undefined && pets.length === 0 && savedTrouble === undefined) {
    return 'none yet';
  }

  const age =
    fetchedAt === undefined && pets.length > 0
      ? 'the whole list has not been read yet'
      : savedListText({ fetchedAt, heardAt }, now).replace(/^saved copy /, '');
  return (
    `${countText(pets.length, 'animal')}, ${age}` +
    (fetchedAt !== undefined && !complete ? ', not complete' : '') +
    (savedTrouble === undefined ? '' : `: ${savedTroubleText(savedTrouble)}`)
  );
}

/** `honoured`, `unknown` or `off`: what is known of a store's idempotency keys. */
export function idempotencyOf({ profile, engine }: Session): 'honoured' | 'unknown' | 'off' {
  const learnt = engine.snapshot().honoursKeys ? 'honoured' : 'unknown';
  return profile.idempotency === 'auto' ? learnt : profile.idempotency;
}

/** A store that was not asked says nothing of it. */
function checkIdempotency(session: Session, { state }: Connection): readonly Check[] {
  const known = idempotencyOf(session);
  return known === 'unknown' && state !== 'online' ? [] : [fine('idempotency', known)];
}

function checkPages({ oddPages }: Snapshot): readonly Check[] {
  if (!oddPages) {
    return [];
  }

  const remedy =
    oddPages.code === 'page_failed'
      ? 'Ask whoever runs the store why that page fails. That alone keeps no animal from being sent.'
      : 'Ask whoever runs the store to name next pages at its own address (Link, RFC 8288).';
  return [wrong('pages', oddPages.message, remedy)];
}

/** Without its id an animal that is added there ends in review, so the store cannot be used as it is. */
function checkRows({ unreadableRows }: Snapshot): readonly Check[] {
  const remedy =
    'Tell whoever runs the store: an animal needs an id and a categoryId that are whole numbers, and a name. ' +
    'Until then one that you add there may end in review.';
  return unreadableRows ? [wrong('rows', unreadableRowsText(unreadableRows), remedy)] : [];
}
