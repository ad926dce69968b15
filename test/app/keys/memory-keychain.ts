/** A keychain in memory, at the edge where the system's own would be. */
import type { Keychain, KeychainAnswer, KeychainRequest } from '../../../source/app/keys/keychain.ts';

export type MemoryKeychain = Keychain & {
  readonly entries: Map<string, string>;
  readonly asked: KeychainRequest[];
  /** What it answers to everything from now on, such as that it is locked; undefined: as it should. */
  answerAlways(answer: KeychainAnswer | undefined): void;
};

export function createMemoryKeychain(): MemoryKeychain {
  const entries = new Map<string, string>();
  const asked: KeychainRequest[] = [];
  let always: KeychainAnswer | undefined;
  const answer = (request: KeychainRequest): KeychainAnswer => {
    const { action, account } = request;
    const key = entries.get(account);
    switch (action) {
      case 'read':
        return { done: true, key };
      case 'save':
        entries.set(account, request.key);
        return { done: true };
      case 'remove':
        entries.delete(account);
        return { done: true };
    }
  };

  return {
    entries,
    asked,
    answerAlways: (given) => (always = given),
    ask(request) {
      asked.push(request);
      return Promise.resolve(always ?? answer(request));
    },
  };
}

/** For a test that must not come near any. */
export const noKeychain: Keychain = { ask: () => Promise.reject(new Error('No test should ask the keychain here.')) };
