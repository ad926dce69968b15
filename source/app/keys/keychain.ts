/** In a child process: a locked keychain may wait for a person, and a broken one for ever, inside a call. */
import { spawn } from 'node:child_process';
import type { Self } from '../../platform/process/self.js';
import * as z from 'zod/mini';

type SystemKeychainOptions = {
  readonly self: Self;
  /** Called when an answer takes long enough for a person to wonder. */
  readonly onSlow: () => void;
  /** In milliseconds; time enough to type a password. Default 30 000. */
  readonly limitMs?: number;
};

/** From here on it is slow, in milliseconds: an unlocked keychain takes a tenth of it. */
const slowMs = 1500;

/**
 * The keychain of the system, asked in a process of its own: a locked one waits for a person, and that can be ended.
 */
export function createSystemKeychain({ self, onSlow, limitMs = 30_000 }: SystemKeychainOptions): Keychain {
  return {
    ask(request) {
      const { promise, resolve } = Promise.withResolvers<KeychainAnswer>();
      const child = spawn(self.command, [...self.arguments, '__keychain'], {
        stdio: ['pipe', 'pipe', 'ignore'],
        windowsHide: true,
      });
      let text = '';
      const timers = [
        setTimeout(onSlow, slowMs),
        setTimeout(
          () => finish({ type: 'unsure', why: `it did not answer within ${limitMs / 1000} seconds; it may be locked` }),
          limitMs,
        ),
      ];
      const finish = (answer: KeychainAnswer): void => {
        timers.forEach(clearTimeout);
        child.kill('SIGKILL');
        resolve(answer);
      };
      child.once('error', (error) => finish({ type: 'failed', why: error.message }));
      child.once('close', () => finish(readAnswer(text)));
      child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
        if (chunk.endsWith('\n')) {
          finish(readAnswer(text));
        }
      });
      // The key travels by this pipe, which no list of processes shows. Left open: the child ends when this process
      // does.
      child.stdin.on('error', () => undefined).write(`${JSON.stringify(request)}\n`);
      return promise;
    },
  };
}

function readAnswer(text: string): KeychainAnswer {
  try {
    return keychainAnswerSchema.parse(JSON.parse(text));
  } catch {
    return { type: 'unsure', why: 'it ended without an answer' };
  }
}

/** A request to the keychain; the account names the entry. */
export type KeychainRequest =
  | { readonly action: 'read' | 'remove'; readonly account: string }
  /** Saves, and reads back: a key that cannot be read back is not saved. */
  | { readonly action: 'save'; readonly account: string; readonly key: string };

const keychainAnswerSchema = z.lazy(() =>
  z.union([
    z.object({ type: z.literal('key'), key: z.string() }),
    /** Saved, or removed. */
    z.object({ type: z.literal('done') }),
    /** There is no such entry. */
    z.object({ type: z.literal('none') }),
    /** It was not opened. `why`: half a sentence, such as "it is locked". */
    z.object({ type: z.literal('failed'), why: z.string() }),
    /** It may have been done. */
    z.object({ type: z.literal('unsure'), why: z.string() }),
  ]),
);
/** The keychain's answer. */
export type KeychainAnswer = z.infer<typeof keychainAnswerSchema>;

/** Answers in any case, and in time: it never rejects. */
export type Keychain = { ask(request: KeychainRequest): Promise<KeychainAnswer> };

/** The name of the keychain in sentences about the source of a key. */
export const keychainName = 'system keychain';
