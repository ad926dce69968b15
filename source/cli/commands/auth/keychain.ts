import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { KeychainAnswer, KeychainRequest } from '../../../app/keys/keychain.ts';
import type { Run } from '../../parse/command.ts';

/** `petstore __keychain`, which `app/keys/keychain.ts` asks: a request on standard input, an answer on its output. */
export const askKeychain: Run = async (_input, { program, output }) => {
  const lines = createInterface({ input: program.stdin });
  // The asker is gone, and the window that asks for a password would stay for ever.
  lines.once('close', () => process.kill(process.pid, 'SIGKILL'));
  const [request] = (await once(lines, 'line')) as [string];
  await output.printText(JSON.stringify(await answer(JSON.parse(request) as KeychainRequest)));
};

async function answer(request: KeychainRequest): Promise<KeychainAnswer> {
  try {
    const { AsyncEntry } = await import('@napi-rs/keyring');
    // On Linux it would fall back to the kernel's keyring, which forgets everything when the machine restarts.
    const entry = new AsyncEntry('petstore', request.account, { linux: { store: 'secret-service' } });
    switch (request.action) {
      case 'read':
        return { done: true, key: (await entry.getPassword()) ?? undefined };
      case 'save':
        await entry.setPassword(request.key);
        return (await entry.getPassword()) === request.key
          ? { done: true }
          : { why: 'a key saved there could not be read back' };
      case 'remove':
        await entry.deleteCredential();
        return { done: true };
    }
  } catch (error) {
    return { why: explain(error) };
  }
}

/** The library's own words, if they mean something to a person other than a few that are known. */
function explain(error: unknown): string {
  const words = error instanceof Error ? error.message : String(error);
  if (/cannot find (module|package|native binding)/i.test(words)) {
    return 'the package for it, @napi-rs/keyring, is not installed';
  }

  if (/prompt was dismissed|is locked|interaction is not allowed|user cancel/i.test(words)) {
    return 'it is locked, and was not unlocked';
  }

  return /d-?bus/i.test(words) ? 'no keychain answers here' : words;
}
