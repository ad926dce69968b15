/**
 * The system's keychain: macOS' Keychain, Windows' Credential Manager, and whatever serves the Secret Service on Linux
 * (GNOME Keyring, KWallet, KeePassXC).
 *
 * - *account*: the name an entry has there, under the service name `petstore`.
 */
import * as z from 'zod/mini';

/** What the keychain is asked for; the account names the entry. */
export type KeychainRequest =
  | { readonly action: 'read' | 'remove'; readonly account: string }
  /** Saves, and reads back: only what can be read is saved. */
  | { readonly action: 'save'; readonly account: string; readonly key: string };

/** What comes back from the process that asks the keychain. */
export const keychainAnswerSchema = z.lazy(() =>
  z.union([
    z.object({ type: z.literal('key'), key: z.string() }),
    /** Saved, or removed. */
    z.object({ type: z.literal('done') }),
    /** There is no such entry. */
    z.object({ type: z.literal('none') }),
    /** Nothing was done. `why`: half a sentence, such as "it is locked". */
    z.object({ type: z.literal('failed'), why: z.string() }),
    /** It may have been done. */
    z.object({ type: z.literal('unsure'), why: z.string() }),
  ]),
);
/** What the keychain answered. */
export type KeychainAnswer = z.infer<typeof keychainAnswerSchema>;

/** Answers in any case, and in time: it never rejects. */
export type Keychain = { ask(request: KeychainRequest): Promise<KeychainAnswer> };

/** How the keychain is called where a person is told where a key comes from. */
export const keychainName = 'system keychain';
