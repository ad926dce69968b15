import { moveProfile } from '../app/change-profiles.js';
import type { Run } from './command.js';
import { exitCode } from './exit-code.js';
import { toProfileAnswer } from './profile-answer.js';

/** `petstore profile move`: the queue stays where it is, as it is the same store. */
export const run: Run = async (input, context) => {
  const profile = await moveProfile(await context.openHome(), {
    name: input.arguments[0] ?? '',
    baseUrl: input.text('base-url') ?? '',
    allowHttp: input.has('allow-http'),
    idempotency: input.choice('idempotency', ['honoured', 'unknown', 'off']),
  });
  await context.output.print(toProfileAnswer(profile));
  context.output.say(`Profile "${profile.name}" has its new address: ${profile.baseUrl}. Its queue went along. Give the key again with \`petstore auth login --profile ${profile.name}\`.`);
  return exitCode.done;
};
