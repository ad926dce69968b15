import { type RemovedKey, removeProfile } from '../../../app/profiles/change-profiles.js';
import type { Run } from '../../parse/command.js';
import { exitCode } from '../../run/exit-code.js';
import { toProfileAnswer } from './profile-answer.js';

const keyWords: Readonly<Record<RemovedKey, string>> = {
  removed: 'Its key is removed from this machine, too.',
  none: 'No key was saved for it.',
  shared: 'Its key is kept, as another profile has the same address.',
};

/** `petstore profile remove`: refused while animals wait that no other profile could send. */
export const run: Run = async (input, context) => {
  const { profile, key } = await removeProfile(await context.openHome(), input.arguments[0] ?? '');
  await context.output.print(toProfileAnswer(profile));
  context.output.say(`Profile "${profile.name}" is removed. ${keyWords[key]} What was saved of its lists and its queue is still here.`);
  return exitCode.done;
};
