/** The checkup: possible problems on this machine and on the way to the store, each with its remedy. */
import type { Connection } from '../../domain/connection.js';
import type { Problem } from '../../domain/problem.js';
import { countText } from '../../text/count-text.js';
import { connectionRemedy } from '../../text/connection-sentence.js';
import { shellWord } from '../../text/hints.js';
import { lengthText } from '../../text/time-text.js';
import {
  checkFiles,
  checkLock,
  checkQueue,
  checkTerminal,
  type TerminalFacts,
  fine,
  skipped,
  wrong,
} from './check-machine.js';
import { findStranded } from '../profiles/waiting-stores.js';
import type { Home } from '../home.js';
import { describeKey, keychainName } from '../keys/keychain.js';
import type { DoctorCheck, Session } from '../workspace.js';
import { mendedPages, readDate } from '../../client/outcomes/answer.js';
import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { errnoOf } from '../../platform/files/errno.js';
import { isOpenToOthers } from '../../platform/files/close-to-others.js';

/** Every check, in the order they are shown; never throws. `ignored`: what of the configuration is ignored. */
export async function checkup(
  home: Home,
  session: Session,
  terminal: TerminalFacts,
  signal?: AbortSignal,
  ignored: readonly string[] = [],
): Promise<readonly DoctorCheck[]> {
  const connection = await session.engine.probeForSending(signal);
  const correct = `Correct ${home.configFile.path}. Until then petstore ignores those lines.`;
  return [
    checkConnection(session, connection),
    checkKey(session, connection),
    await checkClock(home, session, connection, signal),
    await checkFiles(home, session),
    await checkKeyPlace(home, session),
    await checkLock(home, session),
    checkQueue(session),
    ...(await findStranded(home)).map(({ detail, remedy }) => wrong('stranded', detail, remedy)),
    ...checkPages(session),
    ...checkIdempotency(session),
    checkTerminal(terminal),
    ...(ignored.length > 0 ? [wrong('bindings', ignored.join(' '), correct)] : []),
  ];
}

/** If the configuration cannot be read: which store is meant, and with which queue, is written there. */
export function checkDamaged(path: string, problem: Problem, terminal: TerminalFacts): readonly DoctorCheck[] {
  const remedy =
    `Correct ${path}, or move it away and set the stores up again. petstore does not ` +
    'overwrite it, and keeps the queued animals in any case.';
  return [wrong('config', problem.message, remedy), checkTerminal(terminal)];
}

/** The result of a checkup in sentences. `found`: that on its problems, if it has some. */
export function checkupText(checks: readonly DoctorCheck[], found: string): string {
  const missing = checks.filter(({ checked }) => checked === false).map(({ name }) => name);
  const none = missing.length === 0 ? 'Everything is as it should be.' : 'No problem was found.';
  const rest = missing.length === 0 ? '' : ` Not checked: ${missing.join(', ')}.`;
  return (checks.every(({ ok }) => ok) ? none : found) + rest;
}

/** A finding with its commands as they must be typed. */
export function completeCheck(check: DoctorCheck, hints: (text: string) => string): DoctorCheck {
  const { detail, remedy } = check;
  return { ...check, detail: hints(detail), ...(remedy === undefined ? {} : { remedy: hints(remedy) }) };
}

function checkConnection({ profile: { baseUrl } }: Session, connection: Connection): DoctorCheck {
  const { state, problem } = connection;
  // The store was not asked; the check of the key says why.
  if (problem?.code === 'key_unreadable') {
    return skipped('address', `${baseUrl}: not asked, because the key is missing`);
  }

  if (state === 'working-offline') {
    return skipped('address', `${baseUrl}: not asked, because you are working offline until \`petstore online\``);
  }

  if (state === 'unauthorized') {
    return fine('address', `${baseUrl}: it answers`);
  }

  const detail = `${baseUrl}: ${problem?.message ?? state}`;
  return state === 'online' ? fine('address', detail) : wrong('address', detail, connectionRemedy(connection));
}

function checkKey({ key }: Session, { state, problem }: Connection): DoctorCheck {
  if (!key) {
    return wrong('key', 'there is none', 'Enter it with `petstore auth login`, or set PETSTORE_API_KEY.');
  }

  if (problem?.code === 'key_unreadable') {
    const remedy =
      'Unlock the keychain. If you cannot, keep the key in a file: `petstore config set key-store file`, ' +
      'then `petstore auth login`.';
    return wrong('key', problem.message, remedy);
  }

  const detail = describeKey(key);
  if (state === 'unauthorized') {
    const remedy = 'Ask whoever runs the store for a valid key and enter it with `petstore auth login`.';
    return wrong('key', `${detail}; the store refused it`, remedy);
  }

  const why = state === 'working-offline' ? 'you are working offline' : 'the store did not answer';
  return state === 'online' || state === 'changed'
    ? fine('key', detail)
    : skipped('key', `${detail}; not tried, because ${why}`);
}

function checkPages({ engine }: Session): readonly DoctorCheck[] {
  const { oddPages } = engine.snapshot();
  if (!oddPages) {
    return [];
  }

  const remedy =
    oddPages.code === 'page_failed'
      ? 'Ask whoever runs the store why that page fails. Animals are sent all the same.'
      : 'Ask whoever runs the store to name next pages at its own address (Link, RFC 8288).';
  return [oddPages.code === mendedPages ? fine('pages', oddPages.message) : wrong('pages', oddPages.message, remedy)];
}

/** A store that sends keys back may honour them, or a proxy on the way did that: only whoever runs it knows. */
function checkIdempotency({ profile, engine }: Session): readonly DoctorCheck[] {
  const { entries, honoursKeys } = engine.snapshot();
  const echoed = entries.filter((entry) => entry.keyEchoed === true).length;
  if (profile.idempotency !== 'auto' || honoursKeys || echoed === 0) {
    return [];
  }

  const detail =
    `the store sent back the Idempotency-Key of ${countText(echoed, 'animal')}, which a proxy may do as well.` +
    ` If whoever runs the store says that it honours keys,` +
    ` run \`petstore profile move ${shellWord(profile.name)} --base-url ${profile.baseUrl}` +
    ` --idempotency honoured\`: lost answers are then settled at once`;
  return [fine('idempotency', detail)];
}

/** More than this and times shown, Retry-After dates and certificates go wrong, in milliseconds. */
const clockTolerance = 120_000;
/** How long the store has at most to say its time, in milliseconds. */
const mostAskMs = 5000;

async function checkClock(
  home: Home,
  { profile }: Session,
  { state }: Connection,
  signal: AbortSignal | undefined,
): Promise<DoctorCheck> {
  if (state === 'working-offline') {
    return skipped('clock', 'not compared, because you are working offline');
  }

  const theirs = await readServiceClock(home, profile.baseUrl, signal);
  if (theirs === undefined) {
    return skipped('clock', 'not compared, because the store did not say what time it is');
  }

  const apart = home.clock.now() - theirs;
  if (Math.abs(apart) <= clockTolerance) {
    return fine('clock', 'agrees with the store');
  }

  const difference = `${lengthText(Math.abs(apart))} ${apart > 0 ? 'ahead of' : 'behind'}`;
  const remedy = 'Set the time of this machine, or let it be set from the network.';
  return wrong('clock', `this machine is ${difference} the store`, remedy);
}

/** Whether it is in its place, and only there; whether it can be read, the key's own check tells. */
async function checkKeyPlace({ keys }: Home, { profile }: Session): Promise<DoctorCheck> {
  const path = keys.pathFor(profile);
  let mode: number | undefined;
  try {
    mode = statSync(path, { throwIfNoEntry: false })?.mode;
  } catch (error) {
    const detail = `the folder of the saved keys cannot be read (${errnoOf(error) ?? String(error)})`;
    return wrong('key file', detail, `Make the folder yours: ${dirname(path)}`);
  }

  const note = await keys.findNote(profile).catch(() => undefined);
  const name = note ? 'keychain' : 'key file';
  // Windows has no permission bits.
  if (mode !== undefined && process.platform !== 'win32' && (mode & 0o077) !== 0) {
    return wrong(name, `${path} can be read by others`, `Run: chmod 600 ${path}`);
  }

  if (mode !== undefined && (await isOpenToOthers(path))) {
    const remedy = `Run: icacls "${dirname(path)}" /inheritance:r /grant:r "%USERNAME%:(OI)(CI)F" /T`;
    return wrong(name, `${path} can be read by others`, remedy);
  }

  if (note?.state === 'kept' && mode !== undefined) {
    const detail = `the key is in the ${keychainName}, and another one that is not used is in ${path}`;
    return wrong(name, detail, 'Enter the key again with `petstore auth login`, or delete the file.');
  }

  if (note?.state === 'left') {
    const detail = `a key that is not used any more is in the ${keychainName}, as "${note.account}"`;
    return wrong(name, detail, 'Enter the key again with `petstore auth login`, or remove it there yourself.');
  }

  const inFile = mode === undefined ? 'no saved key' : `${path}: only you can read it`;
  return fine(name, note ? `the ${keychainName}` : inFile);
}

/** The store's time by its `Date` header, in ms since 1970. It is asked without the key, by the way of requests. */
async function readServiceClock(
  { environment, clock, settings: { timeoutMs } }: Home,
  baseUrl: string,
  signal = new AbortController().signal,
): Promise<number | undefined> {
  // They are loaded here, as no other command needs them before it asks the store.
  const [{ createConnections }, { createExchange }] = await Promise.all([
    import('../../client/transport/connections.js'),
    import('../../client/transport/exchange.js'),
  ]);
  const askMs = Math.min(mostAskMs, timeoutMs);
  const connections = createConnections(environment, askMs);
  const ask = createExchange({ requestTimeoutMs: askMs, connectTimeoutMs: askMs }, connections, clock);
  const request = { method: 'GET', url: baseUrl, headers: {}, connection: 'fresh' } as const;
  const received = await ask(request, signal);
  connections.close();
  return received.type === 'answer' ? readDate(received.headers['date']) : undefined;
}
