/**
 * The clipboard of this machine, by the programs that own it. A terminal that is asked by OSC 52 says nothing, and many
 * ignore it: only these programs tell whether a text is there.
 */

/** Where a text was copied to; undefined: to no place that is known. */
export type Copied = 'clipboard' | 'tmux' | undefined;

type Variables = Readonly<Record<string, string | undefined>>;
type Way = readonly [program: string, args: readonly string[], copied: Exclude<Copied, undefined>];

/** The ways to try, the surest first. Over ssh the clipboard is another machine's, which only tmux can reach. */
export function clipboardWays(variables: Variables, platform: string): readonly Way[] {
  const isSet = (name: string): boolean => (variables[name] ?? '') !== '';
  const isFar = isSet('SSH_CONNECTION') || isSet('SSH_TTY');
  const local: readonly (readonly [boolean, Way])[] = [
    [platform === 'darwin', ['pbcopy', [], 'clipboard']],
    [isSet('WAYLAND_DISPLAY'), ['wl-copy', [], 'clipboard']],
    [isSet('DISPLAY'), ['xclip', ['-selection', 'clipboard'], 'clipboard']],
    [platform === 'win32' || isSet('WSL_DISTRO_NAME'), ['clip.exe', [], 'clipboard']],
  ];
  return [
    ...local.flatMap(([is, way]): readonly Way[] => (is && !isFar ? [way] : [])),
    ...(isSet('TMUX') ? [['tmux', ['load-buffer', '-w', '-'], 'tmux'] as const] : []),
  ];
}

/** Copies a text by the first way that works. A program that hangs, as one without its display may, ends after `mostMs`. */
export async function copyText(
  text: string,
  variables: Variables = process.env,
  platform: string = process.platform,
  mostMs = 2000,
): Promise<Copied> {
  for (const [program, args, copied] of clipboardWays(variables, platform)) {
    if (await takes(program, args, text, { env: variables, timeout: mostMs })) {
      return copied;
    }
  }

  return undefined;
}

async function takes(
  program: string,
  args: readonly string[],
  text: string,
  limits: { readonly env: Variables; readonly timeout: number },
): Promise<boolean> {
  const { spawn } = await import('node:child_process');
  return await new Promise((resolve) => {
    const child = spawn(program, args, { stdio: ['pipe', 'ignore', 'ignore'], windowsHide: true, ...limits });
    child.once('error', () => resolve(false));
    // Some go on in the background, to serve the text: their first process ends.
    child.once('exit', (code) => resolve(code === 0));
    child.stdin.once('error', () => undefined);
    // It takes UTF-8 for the console's code page.
    child.stdin.end(program === 'clip.exe' ? Buffer.from(text, 'utf16le') : text);
  });
}
