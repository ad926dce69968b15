import { checkKey, toApiKey, trimLineEnd } from '../../../app/keys/api-keys.js';
import { composeSession } from '../../../app/session/compose-session.js';
import { type Home, requireProfile } from '../../../app/home.js';
import { lastFour } from '../../../app/keys/last-four.js';
import { demoProfile } from '../../../app/profiles/profiles.js';
import type { Profile } from '../../../app/workspace.js';
import type { Connection } from '../../../domain/connection.js';
import type { Run } from '../../parse/command.js';
import type { Context } from '../../run/context.js';
import { exitCode } from '../../run/exit-code.js';
import { wrongUse } from '../../run/failure.js';
import { readHidden } from './read-hidden.js';
import { readAll } from '../import/read-all.js';
import { describeConnection } from '../../print/say-connection.js';

/** A key is shorter by far: what is longer is another file, or never ends. */
const mostBytes = 65_536;

/** `petstore auth login`: the key comes from a hidden prompt or standard input, never from a flag. */
export const run: Run = async (input, context) => {
  const { terminal, stdin, output } = context;
  const home = await context.openHome();
  const profile = requireProfile(home);
  if (profile.name === demoProfile) {
    throw wrongUse('The built-in store has a key of its own. Nothing was saved.');
  }

  const text = terminal.stdin ? await readHidden(`API key for ${profile.baseUrl}: `, context) : await readPiped(stdin);
  const key = checkKey(text, 'The key');
  context.log.conceal(key);
  const { place, source, why, left } = await home.keys.save(profile, key);
  const last4 = lastFour(key);
  const connection = input.has('no-test') ? undefined : await tryKey(home, profile, key, context);
  const problem = connection?.problem;
  await output.print({
    json: { profile: profile.name, baseUrl: profile.baseUrl, place, source, last4: last4 === '' ? null : last4, connection: connection?.state ?? null, ...(problem ? { error: problem } : {}) },
    screen: { lines: [] },
    rows: { titles: ['profile', 'source', 'connection'], rows: [[profile.name, source, connection?.state ?? '']] },
  });
  const saved = `The key for ${profile.baseUrl} is saved in ${place === 'keychain' ? `the ${source}` : `${source}, readable by you only`}`;
  const isRefused = connection?.state === 'unauthorized';
  if (isRefused) {
    output.warn(`${saved}, but: ${describeConnection(connection)}`);
  } else {
    output.say(`${saved}. ${describeTest(connection)}`);
  }

  if (why !== undefined) {
    output.say(`The system keychain cannot be used: ${why}.`);
  }

  if (left !== undefined) {
    output.warn(`An older key, not in use any more, is still in the system keychain (${left}). \`petstore doctor\` goes on telling.`);
  }

  const found = await home.keys.find(profile).catch(() => undefined);
  if (found?.fromEnvironment === true) {
    output.warn(`${found.source} is set and wins over the saved key.`);
  }

  return isRefused ? exitCode.unauthorized : exitCode.done;
};

/** Asks the store once with this very key: one in the environment would win over it. */
async function tryKey(home: Home, profile: Profile, key: string, { output, signal }: Context): Promise<Connection> {
  const session = composeSession(home, profile, toApiKey(key, 'the saved key', false));
  try {
    output.progress('Trying the key');
    await session.engine.load();
    return await session.engine.probe(signal);
  } finally {
    output.progress(undefined);
    await session.close();
  }
}

function describeTest(connection: Connection | undefined): string {
  if (connection?.state === 'online' || connection?.state === 'changed') {
    return 'The store accepts it.';
  }

  return connection === undefined ? 'It was not tried; `petstore auth status` does that.' : `It could not be tried: ${describeConnection(connection)} \`petstore auth status\` tries it again.`;
}

async function readPiped(stdin: NodeJS.ReadableStream): Promise<string> {
  try {
    return trimLineEnd(await readAll(stdin, mostBytes));
  } catch (error) {
    throw wrongUse(`What is on standard input is no key: ${error instanceof TypeError ? 'it is not text' : 'it is too long'}. Nothing was saved.`);
  }
}
