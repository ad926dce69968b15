import { isPetStatus, type Pet } from '../../../source/domain/pet.js';
import { toWirePet } from '../../../source/platform/wire-json.js';

/** An answer before it is sent. */
export type PlainAnswer = { readonly status: number; readonly body: string; readonly headers: Readonly<Record<string, string>> };

export function answerWith(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): PlainAnswer {
  return { status, body: JSON.stringify(value), headers: { 'content-type': 'application/json', ...headers } };
}

export function answerError(status: number, code: string, message: string): PlainAnswer {
  return answerWith(status, { code, message, status });
}

export type Paging = {
  /** Whether a full page names the next one. */
  readonly link: boolean;
  /** Always pages of 20, whatever is asked for. */
  readonly ignoreLimit: boolean;
};

/** `GET /pets` over the pets in the order they are listed. The cursor is the last id of the page before. */
export function answerList(pets: readonly Pet[], query: URLSearchParams, { link, ignoreLimit }: Paging): PlainAnswer {
  const asked = query.get('limit') ?? '20';
  const status = query.get('status');
  if (!/^([1-9]\d?|100)$/.test(asked) || (status !== null && !isPetStatus(status))) {
    return answerError(400, 'invalid_parameter', 'limit or status is wrong.');
  }

  const limit = ignoreLimit ? 20 : Number(asked);
  const matching = pets.filter((pet) => status === null || pet.status === status);
  const start = query.has('cursor') ? matching.findIndex((pet) => pet.id === query.get('cursor')) + 1 : 0;
  const page = matching.slice(start, start + limit);
  const next = new URLSearchParams(query);
  next.set('cursor', page.at(-1)?.id ?? '');
  return answerWith(200, page.map(toWirePet), link && start + limit < matching.length ? { link: `</v1/pets?${next.toString()}>; rel="next"` } : {});
}
