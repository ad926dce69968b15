import { checkKey, trimLineEnd } from '../app/api-keys.js';
import { requireProfile } from '../app/home.js';
import { lastFour } from '../app/last-four.js';
import { demoProfile } from '../app/profiles.js';
import type { Run } from './command.js';
import { exitCode } from './exit-code.js';
import { wrongUse } from './failure.js';
import { readHidden } from './read-hidden.js';
import { readAll } from './read-all.js';

/** A key is shorter by far: what is longer is another file, or never ends. */
const mostBytes = 65_536;

/** `petstore auth login`: the key comes from a hidden prompt or standard input, never from a flag. */
export const run: Run = async (_input, context) => {
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
  await output.print({
    json: { profile: profile.name, baseUrl: profile.baseUrl, place, source, last4: last4 === '' ? null : last4 },
    screen: { lines: [] },
    rows: { titles: ['profile', 'source'], rows: [[profile.name, source]] },
  });
  output.say(`The key for ${profile.baseUrl} is saved in ${place === 'keychain' ? `the ${source}` : `${source}, readable by you only`}. Test it with \`petstore auth status\`.`);
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

  return exitCode.done;
};

async function readPiped(stdin: NodeJS.ReadableStream): Promise<string> {
  try {
    return trimLineEnd(await readAll(stdin, mostBytes));
  } catch (error) {
    throw wrongUse(`What is on standard input is no key: ${error instanceof TypeError ? 'it is not text' : 'it is too long'}. Nothing was saved.`);
  }
}
