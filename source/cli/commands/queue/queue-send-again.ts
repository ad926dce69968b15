import type { Run } from '../../parse/command.js';
import { confirm } from '../../run/confirm.js';
import { sendNow } from '../sync/send-now.js';

/** `petstore queue send-again`: asks, unless --yes was given, as it may make a second animal. */
export const run: Run = async (input, context) => {
  await confirm(`Send ${input.arguments.join(', ')} again? This may make a second one, and it cannot be deleted here.`, input, context);
  return await sendNow(input.arguments, context, (engine, localId) => engine.sendAgain(localId));
};
