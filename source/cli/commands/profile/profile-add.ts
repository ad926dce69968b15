import { addProfile } from '../../../app/profiles/change-profiles.js';
import type { Run } from '../../parse/command.js';
import { exitCode } from '../../run/exit-code.js';
import { toProfileAnswer } from './profile-answer.js';

/** `petstore profile add`: nothing is asked of the store. */
export const run: Run = async (input, context) => {
  const home = await context.openHome();
  const profile = await addProfile(
    home,
    {
      name: input.arguments[0] ?? '',
      baseUrl: input.text('base-url') ?? '',
      allowHttp: input.has('allow-http'),
      idempotency: input.choice('idempotency', ['honoured', 'unknown', 'off']) ?? 'unknown',
    },
    false,
  );
  const isCurrent = (await home.configFile.read()).profile === profile.name;
  await context.output.print(toProfileAnswer(profile));
  const next = isCurrent ? 'It is the current one.' : `Use it with \`petstore profile use ${profile.name}\`.`;
  context.output.say(`Profile "${profile.name}" is saved: ${profile.baseUrl}. ${next} Give it a key with \`petstore auth login\`.`);
  return exitCode.done;
};
