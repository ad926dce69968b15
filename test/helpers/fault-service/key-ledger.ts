import { answerError, type PlainAnswer } from './answer-truly.js';

/** What a service that honours Idempotency-Key remembers (draft-ietf-httpapi-idempotency-key-header-07, 2.6). */
export function createKeyLedger() {
  const known = new Map<string, { readonly body: string; readonly answer: PlainAnswer | undefined }>();

  return {
    /** A request with this key has begun and is not yet settled. */
    begin(key: string | undefined, body: string): void {
      if (key !== undefined && !known.has(key)) {
        known.set(key, { body, answer: undefined });
      }
    },
    settle(key: string | undefined, body: string, answer: PlainAnswer): void {
      if (key !== undefined) {
        known.set(key, { body, answer });
      }
    },
    /** The answer a repeated key gets; undefined: the request is to be carried out. */
    find(key: string | undefined, body: string): PlainAnswer | undefined {
      const before = key === undefined ? undefined : known.get(key);
      if (!before) {
        return undefined;
      }
      if (before.body !== body) {
        return answerError(422, 'idempotency_key_reused', 'This key was used for another body.');
      }
      return before.answer ?? answerError(409, 'conflict', 'A request with this key is still running.');
    },
    /** The request came to nothing: its key may be used again. */
    forget(key: string | undefined): void {
      known.delete(key ?? '');
    },
    clear: () => known.clear(),
  };
}
