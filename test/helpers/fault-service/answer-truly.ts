import { isPetStatus, type Pet } from '../../../source/domain/pet.js';
import { toWirePet } from '../../../source/platform/json/json.js';
import { type Imperfections, isHidden, pageSize } from './imperfections.js';

/** An answer before it is sent. */
export type PlainAnswer = {
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
};

export function answerWith(
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): PlainAnswer {
  return { status, body: JSON.stringify(value), headers: { 'content-type': 'application/json', ...headers } };
}

export function answerError(status: number, code: string, message: string): PlainAnswer {
  return answerWith(status, { code, message, status });
}

export type Paging = {
  /** Whether a full page names the next one. `other-scheme`: by an https address where http was asked. */
  readonly link: boolean | 'other-scheme';
  /** Always pages of 20, whatever is asked for. */
  readonly ignoreLimit: boolean;
  /** Names of animals whose status is one that no client knows. */
  readonly oddNames: readonly string[];
  readonly imperfections: Imperfections;
};

/** `GET /pets` over the pets in the order they are listed. The cursor is the last id of the page before. */
export function answerList(
  pets: readonly Pet[],
  query: URLSearchParams,
  { link, ignoreLimit, oddNames, imperfections }: Paging,
  host = '',
): PlainAnswer {
  const asked = query.get('limit') ?? '20';
  const status = query.get('status');
  if (!/^([1-9]\d?|100)$/.test(asked) || (status !== null && !isPetStatus(status))) {
    return answerError(400, 'invalid_parameter', 'limit or status is wrong.');
  }

  const limit = ignoreLimit ? 20 : pageSize(imperfections, Number(asked));
  const isOdd = ({ name }: Pet): boolean => oddNames.includes(name);
  const matching = pets.filter(
    (pet) =>
      !isHidden(imperfections, pet, 'list', status ?? undefined) &&
      (status === null || (pet.status === status && !isOdd(pet))),
  );
  const start = query.has('cursor') ? matching.findIndex((pet) => pet.id === query.get('cursor')) + 1 : 0;
  const page = matching.slice(start, start + limit);
  const next = new URLSearchParams(query);
  next.set('cursor', page.at(-1)?.id ?? '');
  const rows = page.map((pet) => (isOdd(pet) ? { ...(toWirePet(pet) as object), status: 'reserved' } : toWirePet(pet)));
  const target = `${link === 'other-scheme' ? `https://${host}` : ''}/v1/pets?${next.toString()}`;
  return answerWith(
    200,
    rows,
    link !== false && start + limit < matching.length ? { link: `<${target}>; rel="next"` } : {},
  );
}
