/** The meaning of the answer to a `GET`. Pure. */
import * as z from 'zod/mini';
import { changesRelation, petSchema } from '../../domain/contract.ts';
import type { Int64 } from '../../domain/int64.ts';
import { int64Field, petFieldList } from '../../domain/pet.ts';
import { given, type HttpAnswer, type NoAnswer, type ProblemWriter } from './answer.ts';
import { readBody, readDate, readRetryAfter } from './answer.ts';
import { type Reason, describeAnswer, describeNoAnswer } from './describe-answer.ts';
import type { EndOfLookUps, Page, PageOutcome, PetOutcome, RequestFailure } from './outcomes.ts';

/** What classifying needs to know besides the answer. */
export type ClassifyContext = {
  readonly toProblem: ProblemWriter;
  /** The store's host and port, for people. */
  readonly host: string;
  /** Milliseconds since 1970. */
  readonly now: number;
};

const required = [{ field: 'id', kind: int64Field }, ...petFieldList.filter(({ isOptional }) => !isOptional)];

/** Whether a row is meant to be a pet, whatever its fields hold. */
function isPetLike(row: unknown): boolean {
  return typeof row === 'object' && row !== null && required.every(({ field }) => Object.hasOwn(row, field));
}

type PageRequest = { readonly url: string; readonly listUrl: string; readonly etag?: string | undefined };

/** One page of a list. An answer that is no list is a failure, however it looks. */
export function classifyPage(
  received: HttpAnswer | NoAnswer,
  { url, listUrl, etag: sent }: PageRequest,
  context: ClassifyContext,
): PageOutcome {
  if (received.type === 'answer' && received.status === 304 && sent !== undefined) {
    const { age, date, link } = readFacts(received);
    const { next } = vetNextLink(link, url, listUrl);
    return { type: 'not-modified', age, ...given({ date, next }) };
  }

  if (received.type === 'no-answer' || received.status !== 200 || received.cut || received.garbled !== undefined) {
    return toFailure(received, context);
  }

  const { json } = readBody(received);
  // Go writes an empty list as `null`, unless somebody took care.
  const rows = json === null ? [] : z.array(z.unknown()).safeParse(json).data;
  const read = (rows ?? []).map((row) => petSchema.safeParse(row));
  const pets = read.flatMap((row) => (row.success ? [row.data] : []));
  // Many rows without a pet among them: that is some other list. A pet with one odd field is one of ours all the same.
  if (rows === undefined || (rows.length > 0 && !rows.some(isPetLike))) {
    return toFailure(received, context);
  }

  // What was sent there could not be found again. Of a single row the others tell more.
  if (rows.length > 1 && pets.length === 0) {
    const sentence = `${context.host} sends a list of which no animal can be read: ${describeRow(rows[0])}.`;
    return failure({ code: 'unreadable_list', connection: 'misconfigured', sentence }, context, received.status);
  }

  const { etag, age, date, link } = readFacts(received);
  const [last, changes] = ['last', changesRelation].map((relation) => vetListLink(link, relation, url, listUrl));
  const odd = rows.filter((_row, index) => !read[index]?.success);
  const unreadable = odd.length === 0 ? undefined : { rows: odd.length, why: describeRow(odd[0]) };
  return {
    type: 'page',
    pets,
    rows: rows.length,
    ...vetNextLink(link, url, listUrl),
    ...given({ unreadable, last, etag, date, changes }),
    age,
  };
}

function readFacts({ headers: { age = '', date, etag, link } }: HttpAnswer) {
  return { age: /^\d+$/.test(age) ? Number(age) : 0, date: readDate(date), etag: etag || undefined, link };
}

/** One look-up by id. */
export function classifyPet(received: HttpAnswer | NoAnswer, id: Int64, context: ClassifyContext): PetOutcome {
  if (received.type === 'no-answer' || received.cut) {
    return toFailure(received, context);
  }

  const { status } = received;
  const { json, error } = readBody(received);
  // The Error must say 404 itself: a 404 of some box on the way must not make a pet disappear.
  if (status === 404 && error?.status === 404) {
    return { type: 'not-found', ...readEndOfLookUps(received) };
  }

  if (status === 404 || status === 405 || status === 410) {
    return { type: 'removed' };
  }

  const pet = status === 200 && received.garbled === undefined ? petSchema.safeParse(json) : undefined;
  if (pet?.success && pet.data.id !== id) {
    const sentence = `What answered at ${context.host} was asked for animal ${id} and sent animal ${pet.data.id}.`;
    return failure({ code: 'intercepted', connection: 'intercepted', sentence }, context, status);
  }

  return pet?.success ? { type: 'pet', pet: pet.data, ...readEndOfLookUps(received) } : toFailure(received, context);
}

function readEndOfLookUps({ headers }: HttpAnswer): EndOfLookUps {
  const sunset = readDate(headers['sunset']);
  return given({ sunset: sunset === undefined ? undefined : new Date(sunset) });
}

/** For an answer without the wanted data, or no answer. */
function toFailure(received: HttpAnswer | NoAnswer, context: ClassifyContext): RequestFailure {
  if (received.type === 'no-answer') {
    return {
      ...failure(describeNoAnswer(received, context.host), context),
      ...(received.why === 'aborted' ? { aborted: true } : {}),
    };
  }

  const { cut, status, headers } = received;
  if (cut === 'too-large') {
    const sentence = `${context.host} answered with more data than is read.`;
    return failure({ code: 'answer-too-large', connection: 'error', sentence }, context, status);
  }

  if (cut === 'packed') {
    const sentence = `The answer of ${context.host} is not packed the way it says (Content-Encoding).`;
    return failure({ code: 'answer-packed', connection: 'error', sentence }, context, status);
  }

  // A refusal is plain from its status; the loss of the body matters only if the body decides.
  if (cut && (status === 200 || status === 404)) {
    return toFailure({ type: 'no-answer', why: cut === 'broken' ? 'failed' : cut, connected: true }, context);
  }

  const retryAfterMs = readRetryAfter(headers, context.now);
  return {
    ...failure(describeAnswer(received, context.host), context, status),
    ...given({ retryAfterMs }),
    ...(status === 401 && readBody(received).error?.status === status ? { refused: true } : {}),
    ...(status === 403 ? { forbidden: true } : {}),
  };
}

function failure(reason: Reason, { toProblem }: ClassifyContext, status?: number): RequestFailure {
  return { type: 'failed', connection: reason.connection, problem: toProblem(reason.code, reason.sentence, status) };
}

/** More of a value than this only fills the line. */
const longestValue = 40;

/** Why a row of a list is no pet, as the end of a sentence: `id is the text "7"`. */
function describeRow(row: unknown): string {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) {
    return `the whole row is ${kindOf(row)}`;
  }

  const fields = row as Readonly<Record<string, unknown>>;
  const wrong = required.find(({ field, kind }) => kind.fromJson(fields[field]) === undefined);
  if (wrong === undefined) {
    return 'something is wrong';
  }

  return `${wrong.field} is ${Object.hasOwn(fields, wrong.field) ? kindOf(fields[wrong.field]) : 'missing'}`;
}

function kindOf(value: unknown): string {
  if (typeof value === 'string') {
    return value.length > longestValue ? `a text of ${value.length} characters` : `the text ${JSON.stringify(value)}`;
  }

  if (typeof value === 'number' || typeof value === 'bigint') {
    return Number.isNaN(value) ? 'a number that is not whole' : `the number ${value}`;
  }

  if (typeof value === 'object' && value !== null) {
    return Array.isArray(value) ? 'a list' : 'an object';
  }

  return String(value);
}

// One link of RFC 8288, section 3: `<target>` and its parameters, whose values may be quoted.
const linkForm = /\s*<([^>]*)>((?:\s*;\s*[^\s=;,"]+(?:\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^\s;,"]*))?)*)\s*(?:,|$)/gy;
// Each of them, so that quoted text is never taken for another one.
const parameterForm = /;\s*([^\s=;,"]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?/g;

/** The target of the first link with the relation `name`, as written; undefined: missing, or the header is garbled. */
export function findLink(header: string, name: string): string | undefined {
  for (const [, target = '', parameters = ''] of header.matchAll(linkForm)) {
    // The first one counts (RFC 8288, section 3.3).
    const [, , quoted, token] =
      parameters.matchAll(parameterForm).find(([, each]) => each?.toLowerCase() === 'rel') ?? [];
    if ((quoted ?? token ?? '').toLowerCase().split(/\s+/).includes(name)) {
      return target.trim();
    }
  }

  return undefined;
}

/**
 * The next page of a list, vetted: it is followed with the key, so it is asked for at the list's own origin, whatever
 * origin it names, and must lie on the list's own path. Anything else is `suspiciousNext`: there is more, but not at an
 * address that we follow.
 */
export function vetNextLink(
  header: string | undefined,
  requestUrl: string,
  listUrl: string,
): Pick<Page, 'next' | 'suspiciousNext' | 'leadsTo'> {
  const link = resolveLink(header, 'next', requestUrl, listUrl);
  const { url } = link ?? {};
  const list = new URL(listUrl);
  let leadsTo: string | undefined;
  if (url && /^https?:$/.test(url.protocol)) {
    const place = url.origin + url.pathname;
    leadsTo = place === list.origin + list.pathname ? undefined : place;
    // The address may be one that only the proxy before the service knows.
    [url.protocol, url.host, url.port] = [list.protocol, list.host, list.port];
  }

  const next = url && isListUrl(url, listUrl) ? url.href : undefined;
  return { next, suspiciousNext: link !== undefined && next === undefined, ...given({ leadsTo }) };
}

/** The address of something beside the list, such as its last page, at the list's own origin and path. */
export function vetListLink(
  header: string | undefined,
  relation: string,
  requestUrl: string,
  listUrl: string,
): string | undefined {
  const url = resolveLink(header, relation, requestUrl, listUrl)?.url;
  return url && isListUrl(url, listUrl) ? url.href : undefined;
}

/** A link if there is one, and its target if that is an address. */
function resolveLink(
  header: string | undefined,
  name: string,
  requestUrl: string,
  listUrl: string,
): { readonly url: URL | undefined } | undefined {
  const target = header === undefined ? undefined : findLink(header, name);
  if (target === undefined) {
    return undefined;
  }

  const url = URL.parse(target, requestUrl) ?? undefined;
  const list = new URL(listUrl);
  // A service behind a TLS proxy may name itself by the other scheme; the page is asked for on our own.
  if (url && /^https?:$/.test(url.protocol) && url.host === list.host) {
    url.protocol = list.protocol;
  }

  return { url };
}

/** Whether an address is the list itself but for its query, so that it may be asked with the key. */
export function isListUrl(url: URL, listUrl: string): boolean {
  const list = new URL(listUrl);
  // User names in it would be sent as credentials.
  return url.origin === list.origin && url.pathname === list.pathname && url.username === '' && url.password === '';
}
