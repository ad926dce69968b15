import type { Run } from './command.js';
import type { Context } from './context.js';
import { listSession } from './list.js';

/** `petstore` alone: the app on a terminal, the list elsewhere. */
export const run: Run = async (input, context) => {
  if (canShowApp(context)) {
    return await openApp(context, undefined);
  }

  const why = context.terminal.stdout && context.terminal.stdin ? 'This terminal (TERM=dumb) cannot show the app' : 'There is no terminal to show the app on';
  context.output.say(`${why}; this is \`petstore list\`.`);
  return await listSession(await context.openSession(), input, context);
};

/** Ink needs a keyboard and a cursor that can be moved; it is not even loaded without them. */
export function canShowApp({ terminal, environment }: Context): boolean {
  return terminal.stdin && terminal.stdout && !environment.dumbTerminal;
}

/** Opens the app on a profile; undefined: the chosen one, or the first-run screen where there is none. */
export async function openApp(_context: Context, _profile: string | undefined): Promise<number> {
  await Promise.resolve();
  throw new Error('not built yet');
}
