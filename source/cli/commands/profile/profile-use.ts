import { useProfile } from '../../../app/profiles/change-profiles.js';
import type { Run } from '../../parse/command.js';
import { exitCode } from '../../run/exit-code.js';
import { toProfileAnswer } from './profile-answer.js';

/** `petstore profile use`. */
export const run: Run = async (input, context) => {
  const home = await context.openHome();
  const profile = await useProfile(home, input.arguments[0] ?? '');
  await context.output.print(toProfileAnswer(profile));
  context.output.say(`"${profile.name}" is the current profile: ${profile.baseUrl}.`);
  const { source, value } = home.settings.profile;
  if (source.startsWith('PETSTORE') && value !== profile.name) {
    context.output.warn(`${source} is set and wins over it: "${value ?? ''}" stays in use here.`);
  }

  return exitCode.done;
};
