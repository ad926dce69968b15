/** The checkup: how things stand with the store, and possible problems on this machine, each with its remedy. */
import type { Connection } from '../../domain/connection.ts';
import type { Problem } from '../../domain/problem.ts';
import { shellWord, splitRemedy } from '../../text/hints.ts';
import { lengthText } from '../../text/time-text.ts';
import { checkFiles, checkLock, checkTerminal, fine, skipped, type TerminalFacts, wrong } from './check-machine.ts';
import { checkStore, checkStranded } from './check-store.ts';
import type { Home } from '../home.ts';
import { keychainName } from '../keys/keychain.ts';
import type { NoProfileError } from '../profiles/choose-profile.ts';
import type { Check } from '../workspace.ts';
import type { Session } from '../session/compose-session.ts';
import { readDate } from '../../client/outcomes/answer.ts';
import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { errnoOf } from '../../platform/files/errno.ts';
import { isOpenToOthers } from '../../platform/files/close-to-others.ts';

/** Every check, in the order they are shown; never throws. `keyProblem`: why a person's own keys do not count. */
export async function checkup(
  home: Home,
  session: Session,
  terminal: TerminalFacts,
  signal?: AbortSignal,
  keyProblem?: string,
): Promise<readonly Check[]> {
  const connection = await session.engine.probe(signal);
  const { facts, news } = await checkStore(home, session, connection);
  const { check: files, problem } = await checkFiles(home, session, { makesFolders: true });
  return [
    ...facts,
    ...news,
    await checkClock(home, session, connection, signal),
    files,
    await checkKeyPlace(home, session),
    problem ? skipped('lock', 'not looked at, as nothing can be written') : await checkLock(home, session),
    checkTerminal(terminal),
    ...(keyProblem === undefined ? [] : [wrong('bindings', keyProblem, `The file is ${home.configFile.path}.`)]),
  ];
}

/** If the configuration cannot be read: which store is meant, and with which queue, is written there. */
export function checkDamaged({ message }: Problem, terminal: TerminalFacts): readonly Check[] {
  const { detail, remedy } = splitRemedy(message);
  const kept = 'petstore does not overwrite it, and keeps the queued animals in any case.';
  return [wrong('config', detail, `${remedy} ${kept}`.trimStart()), checkTerminal(terminal)];
}

/** If no profile is chosen; animals may wait all the same. */
export function checkWithoutProfile({ why, stranded }: NoProfileError, terminal: TerminalFacts): readonly Check[] {
  const { detail, remedy } = splitRemedy(why);
  return [wrong('profile', detail, remedy), ...stranded.map(checkStranded), checkTerminal(terminal)];
}

/** The result of a checkup in sentences. `found`: that on its problems, if it has some. */
export function checkupText(checks: readonly Check[], found: string): string {
  const missing = checks.filter(({ checked }) => checked === false).map(({ name }) => name);
  const none = missing.length === 0 ? 'Everything is as it should be.' : 'No problem was found.';
  const rest = missing.length === 0 ? '' : ` Not checked: ${missing.join(', ')}.`;
  return (checks.every(({ ok }) => ok) ? none : found) + rest;
}

/** A finding with its commands as they must be typed. */
export function completeCheck(check: Check, hints: (text: string) => string): Check {
  const { detail, remedy } = check;
  return { ...check, detail: hints(detail), ...(remedy === undefined ? {} : { remedy: hints(remedy) }) };
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
): Promise<Check> {
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
async function checkKeyPlace({ keys }: Home, { profile }: Session): Promise<Check> {
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
    return wrong(name, `${path} can be read by others`, `Run: \`chmod 600 ${shellWord(path)}\``);
  }

  if (mode !== undefined && (await isOpenToOthers(path))) {
    const remedy = `Run: icacls "${dirname(path)}" /inheritance:r /grant:r "%USERNAME%:(OI)(CI)F" /T`;
    return wrong(name, `${path} can be read by others`, remedy);
  }

  if (note && mode !== undefined) {
    const detail = `the key is in the ${keychainName}, and another one that is not used is in ${path}`;
    return wrong(name, detail, 'Enter the key again with `petstore auth login`, or delete the file.');
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
    import('../../client/transport/connections.ts'),
    import('../../client/transport/exchange.ts'),
  ]);
  const askMs = Math.min(mostAskMs, timeoutMs);
  const connections = createConnections(environment, askMs);
  const ask = createExchange({ requestTimeoutMs: askMs, connectTimeoutMs: askMs }, { connections, clock });
  const request = { method: 'GET', url: baseUrl, headers: {}, connection: 'fresh' } as const;
  const received = await ask(request, signal);
  connections.close();
  return received.type === 'answer' ? readDate(received.headers['date']) : undefined;
}
