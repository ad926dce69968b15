import type { Home } from '../../../app/home.ts';
import { checkKey, toApiKey } from '../../../app/keys/api-keys.ts';
import { trimLineEnd } from '../../../platform/process/environment.ts';
import { lastFour } from '../../../app/keys/keychain.ts';
import { requireProfile } from '../../../app/profiles/choose-profile.ts';
import { leftKeyText, removeLeftKeys } from '../../../app/profiles/change-profiles.ts';
import { demoProfile } from '../../../app/profiles/profiles.ts';
import { composeSession } from '../../../app/session/compose-session.ts';
import type { Profile } from '../../../app/workspace.ts';
import type { Connection } from '../../../domain/connection.ts';
import type { Run } from '../../parse/command.ts';
import { connectionSentence } from '../../../text/connection-sentence.ts';
import type { Context } from '../../run/context.ts';
import { exitCode, wrongUse } from '../../run/failure.ts';
import { readAll } from '../../../app/import/files.ts';

/** A key is shorter by far: a longer input is another file, or never ends. */
const mostBytes = 65_536;

/** `petstore auth login`: the key comes from a hidden prompt or standard input, never from a flag. */
export const authLogin: Run<'no-test'> = async (input, context) => {
  const { terminal, output } = context;
  const home = await context.openHome();
  const profile = await requireProfile(home);
  if (profile.name === demoProfile) {
    throw wrongUse('The built-in store has a key of its own. Nothing was saved.');
  }

  const text = await (terminal.stdin ? context.askHidden(`API key for ${profile.baseUrl}: `) : readPiped(context));
  const key = checkKey(text, 'The key');
  context.log.conceal(key);
  const { place, source, why, left, open } = await home.keys.save(profile, key);
  const last4 = lastFour(key);
  const connection = input.has('no-test') ? undefined : await tryKey(home, profile, key, context);
  await output.print({
    json: {
      profile: profile.name,
      baseUrl: profile.baseUrl,
      place,
      source,
      last4: last4 === '' ? null : last4,
      connection: connection?.state ?? null,
      error: connection?.problem,
    },
    tsv: [[profile.name, source, connection?.state ?? '']],
  });
  const readers = open === undefined ? 'readable by you only' : `which others may be able to read (${open})`;
  const where = place === 'keychain' ? `the ${source}` : `${source}, ${readers}`;
  const saved = `The key for ${profile.baseUrl} is saved in ${where}`;
  const isRefused = connection?.state === 'unauthorized';
  if (isRefused) {
    output.warn(`${saved}, but: ${connectionSentence(connection)}`);
  } else {
    output.say(`${saved}. ${describeTest(connection)}`);
  }

  if (why !== undefined) {
    output.say(`The system keychain cannot be used: ${why}.`);
  }

  if (left !== undefined) {
    output.warn(`An older key that is no longer used is still in the system keychain (${left}). Remove it there.`);
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

  return connection === undefined
    ? 'It was not tried; `petstore status` does that.'
    : `It could not be tried: ${connectionSentence(connection)} \`petstore status\` tries it again.`;
}

async function readPiped({ program }: Context): Promise<string> {
  try {
    return trimLineEnd(await readAll(program.stdin, mostBytes));
  } catch (error) {
    throw wrongUse(
      'Standard input is not a key: ' +
        `${error instanceof TypeError ? 'it is not text' : 'it is too long'}. Nothing was saved.`,
    );
  }
}

/** `petstore auth logout`: queued animals stay. */
export const authLogout: Run = async (_input, context) => {
  const home = await context.openHome();
  const profile = await requireProfile(home);
  const isOwn = await home.keys.remove(profile);
  const left = await removeLeftKeys(home, profile.name);
  const isRemoved = isOwn || left.length > 0;
  await context.output.print({
    json: { profile: profile.name, removed: isRemoved },
    tsv: [[profile.name, String(isRemoved)]],
  });
  const own = isOwn
    ? `The key for ${profile.baseUrl} is removed from this machine.`
    : `No key was saved for ${profile.baseUrl}.`;
  context.output.say([own, ...left.map(leftKeyText), ...(isRemoved ? ['Queued animals are kept.'] : [])].join(' '));
  const found = await home.keys.find(profile).catch(() => undefined);
  if (found) {
    context.output.warn(`${found.source} is still set and in use.`);
  }
};
