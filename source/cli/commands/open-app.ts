import type { Run } from '../parse/command.ts';
import { type Context, terminalFactsOf } from '../run/context.ts';
import { readOwnKeys } from '../../app/preferences/bind-keys.ts';
import { storeInUse } from '../../app/home.ts';
import { openDemo } from '../../app/session/compose-session.ts';
import { listAll } from './pets/list.ts';

/** `petstore` alone: the app on a terminal, the list elsewhere. */
export const openAppOrList: Run = async (_input, context) => {
  if (canShowApp(context)) {
    return await openApp(context, undefined);
  }

  const { terminal, environment, output } = context;
  const isTerminal = terminal.stdout && terminal.stdin;
  // Only then it is known which store the hint is about.
  await context.openHome({ evenIfDamaged: true });
  if (!isTerminal || environment.dumbTerminal) {
    const why = isTerminal
      ? 'This terminal (TERM=dumb) cannot show the app'
      : 'There is no terminal to show the app on';
    output.say(`${why}; this is \`petstore list\`.`);
  }

  return await listAll(await context.openSession(), context);
};

/**
 * Ink needs a keyboard and a cursor that can be moved; it is not even loaded without them. Whoever asks for a format
 * wants the list.
 */
function canShowApp({ terminal, environment, output }: Context): boolean {
  return terminal.stdin && terminal.stdout && !environment.dumbTerminal && output.format === 'table';
}

async function openApp(context: Context, profile: string | undefined): Promise<number> {
  const { clock, program, signal } = context;
  const { stdin, stdout, stderr } = program;
  const home = await context.openHome({ evenIfDamaged: true });
  // Before the app is even loaded: the terminal keeps text typed meanwhile, without an echo, and makes no signal of
  // Ctrl-C. Ink would do so with its first frame. If the app does not come about, Node undoes it when it exits.
  stdin.setRawMode(true);
  const [{ createWorkspace }, { runApp }, { createProcessEvents }, { keyTable }] = await Promise.all([
    import('../../app/create-workspace.ts'),
    import('../../tui/run/run-app.tsx'),
    import('../../tui/run/endings.ts'),
    import('../../tui/keys/keymap.ts'),
  ]);
  const speak = context.output.hush();
  try {
    return await runApp(
      createWorkspace(home, terminalFactsOf(context), profile, readOwnKeys(keyTable, home.config.keys)),
      { stdin, stdout, stderr, clock, signal, hasTitle: context.environment.hasTitle },
      createProcessEvents(process),
    );
  } finally {
    speak();
  }
}

/** `petstore demo`: the app, or a list if there is no terminal. */
export const openDemoStore: Run = async (_input, context) => {
  if (canShowApp(context)) {
    return await openApp(context, 'demo');
  }

  const home = await context.openHome();
  const session = await openDemo(home);
  context.output.pointAt(storeInUse(home, session.profile.name));
  try {
    await session.engine.load();
    return await listAll(session, context);
  } finally {
    await session.close();
  }
};
