import { removeProfile } from '../app/change-profiles.js';
import type { Run } from './command.js';
import { exitCode } from './exit-code.js';
import { toProfileAnswer } from './profile-answer.js';

/** `petstore profile remove`: refused while animals wait that no other profile could send. */
export const run: Run = async (input, context) => {
  const profile = await removeProfile(await context.openHome(), input.arguments[0] ?? '');
  await context.output.print(toProfileAnswer(profile));
  context.output.say(`Profile "${profile.name}" is removed. Its key and saved lists are still on this machine.`);
  return exitCode.done;
};
