/**
 * The system's keychain: macOS' Keychain, Windows' Credential Manager, and whatever serves the Secret Service on Linux
 * (GNOME Keyring, KWallet, KeePassXC).
 *
 * - *account*: the name an entry has there, under the service name `petstore`.
 */
import * as z from 'zod/mini';

/** A request to the keychain; the account names the entry. */
export type KeychainRequest =
  | { readonly action: 'read' | 'remove'; readonly account: string }
  /** Saves, and reads back: a key that cannot be read back is not saved. */
  | { readonly action: 'save'; readonly account: string; readonly key: string };

/** The answer of the process that asks the keychain. */
export const keychainAnswerSchema = z.lazy(() =>
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
