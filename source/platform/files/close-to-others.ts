import { userInfo } from 'node:os';
import { promisify } from 'node:util';

const system = {
  platform: process.platform,
  user: () => userInfo().username,
  /** Resolves with the output of a program; rejects if it fails. */
  run: async (program: string, args: readonly string[]): Promise<string> => {
    const { execFile } = await import('node:child_process');
    return (await promisify(execFile)(program, args, { windowsHide: true })).stdout;
  },
};
/** How folders are closed on Windows, where 0600 has no effect; for tests of one system on another. */
export type WindowsParts = typeof system;

/** Leaves a folder to this person: on Windows many may be read by everybody. Returns why it could not be done. */
export async function closeToOthers(folder: string, { platform, user, run } = system): Promise<string | undefined> {
  if (platform !== 'win32') {
    return undefined;
  }

  try {
    await run('icacls', [folder, '/inheritance:r', '/grant:r', `${user()}:(OI)(CI)F`]);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message.split('\n')[0] : String(error);
  }
}

/** Whether somebody else is let in on Windows: `icacls` prints a line for each. False if that cannot be told. */
export async function isOpenToOthers(path: string, { platform, run }: WindowsParts = system): Promise<boolean> {
  const rights = platform === 'win32' ? await run('icacls', [path]).catch(() => '') : '';
  return rights.split('\n').filter((line) => /:\([^)]+\)/.test(line)).length > 1;
}
