import { chosenProfileName } from '../../app/home.js';
import type { Session, Workspace } from '../../app/workspace.js';
import type { Run } from '../parse/command.js';
import type { Context } from '../run/context.js';
import { describeLeft } from './sync/describe-left.js';
import { exitCode } from '../run/exit-code.js';
import { listAll } from './pets/list.js';
import { terminalFactsOf } from '../run/terminal-facts.js';

/** `petstore` alone: the app on a terminal, the list elsewhere. */
export const openAppOrList: Run = async (_input, context) => {
  if (canShowApp(context)) {
    return await openApp(context, undefined);
  }

  const why = context.terminal.stdout && context.terminal.stdin ? 'This terminal (TERM=dumb) cannot show the app' : 'There is no terminal to show the app on';
  context.output.say(`${why}; this is \`petstore list\`.`);
  return await listAll(await context.openSession(), context);
};

/** Ink needs a keyboard and a cursor that can be moved; it is not even loaded without them. */
export function canShowApp({ terminal, environment }: Context): boolean {
  return terminal.stdin && terminal.stdout && !environment.dumbTerminal;
}

/** Opens the app on a profile; undefined: the chosen one, or the first-run screen where there is none. */
export async function openApp(context: Context, profile: string | undefined): Promise<number> {
  const { stdin, stdout, stderr, clock } = context;
  const home = await context.openHome({ evenIfDamaged: true });
  const [{ createWorkspace }, { runApp }, { createProcessEvents }] = await Promise.all([import('../../app/create-workspace.js'), import('../../tui/run/run-app.js'), import('../../tui/run/process-events.js')]);
  const speak = context.output.hush();
  const { workspace, lastSession } = watchSessions(createWorkspace(home, terminalFactsOf(context), profile));
  let exit: number;
  try {
    exit = await runApp(workspace, { stdin, stdout, stderr, clock }, createProcessEvents(process));
  } finally {
    speak();
  }

  const left = lastSession();
  const there = left && left.profile.name !== chosenProfileName(await home.reload().catch(() => home)) ? ` --profile ${left.profile.name}` : '';
  const words = left && exit === exitCode.done ? describeLeft(left.engine.snapshot(), there) : undefined;
  if (words !== undefined) {
    context.output.say(words);
  }

  return exit;
}

/** The workspace, and the session that was opened last: what waits there is told once the app is left. */
function watchSessions(workspace: Workspace): { readonly workspace: Workspace; readonly lastSession: () => Session | undefined } {
  let last: Session | undefined;
  const note = async (opening: Promise<Session>): Promise<Session> => (last = await opening);
  return {
    workspace: { ...workspace, openSession: (name) => note(workspace.openSession(name)), openDemo: () => note(workspace.openDemo()) },
    lastSession: () => last,
  };
}
