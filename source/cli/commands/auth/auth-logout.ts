import { requireProfile } from '../../../app/home.js';
import type { Run } from '../../parse/command.js';
import { exitCode } from '../../run/exit-code.js';

/** `petstore auth logout`: queued animals stay. */
export const run: Run = async (_input, context) => {
  const home = await context.openHome();
  const profile = requireProfile(home);
  const isRemoved = await home.keys.remove(profile);
  await context.output.print({ json: { profile: profile.name, removed: isRemoved }, screen: { lines: [] }, rows: { titles: ['profile', 'removed'], rows: [[profile.name, String(isRemoved)]] } });
  context.output.say(isRemoved ? `The key for ${profile.baseUrl} is removed from this machine. Queued animals are kept.` : `No key was saved for ${profile.baseUrl}.`);
  const found = await home.keys.find(profile);
  if (found) {
    context.output.warn(`${found.source} is still set and in use.`);
  }

  return exitCode.done;
};
