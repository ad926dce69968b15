import { moveProfile } from '../../../app/profiles/change-profiles.js';
import { listProfiles } from '../../../app/profiles/profiles.js';
import type { Run } from '../../parse/command.js';
import { exitCode } from '../../run/exit-code.js';
import { toProfileAnswer } from './profile-answer.js';

/** `petstore profile move`: the queue stays where it is, as it is the same store. */
export const run: Run = async (input, context) => {
  const home = await context.openHome();
  const name = input.arguments[0] ?? '';
  const before = listProfiles(home.config, home.environment).find((each) => each.name === name)?.baseUrl;
  const profile = await moveProfile(home, {
    name,
    baseUrl: input.text('base-url') ?? '',
    allowHttp: input.has('allow-http'),
    idempotency: input.choice('idempotency', ['honoured', 'unknown', 'off']),
  });
  await context.output.print(toProfileAnswer(profile));
  context.output.say(`Profile "${profile.name}" has its new address: ${profile.baseUrl}. Its queue went along. Give the key again with \`petstore auth login --profile ${profile.name}\`.`);
  if (before !== undefined && before !== profile.baseUrl) {
    context.output.say(`What is at ${before} counts as another store from now on; \`petstore profile move ${profile.name} --base-url ${before}\` takes this back.`);
  }

  return exitCode.done;
};
