import { parseJson } from '../../source/platform/json/json.ts';
import type { Case, Expected, Request } from './case.ts';
import { exchange, type Answer, type Target } from './exchange.ts';
import { isDocumented, operationAt } from './openapi-document.ts';

/** Sends a case's requests and answers what was not as expected: nothing when it holds. */
export async function checkCase(
  target: Target & { readonly pet: string },
  { first, send, expect }: Case,
): Promise<readonly string[]> {
  const unique = crypto.randomUUID();
  const known: Record<string, string> = { pet: target.pet, unique };
  if (first !== undefined) {
    const answer = await exchange(target, fill(first, known));
    Object.assign(known, learn(answer));
    if (answer.status >= 300) {
      return [`the request before it was answered ${answer.status} ${answer.body.toString()}`];
    }
  }

  const request = fill(send, known);
  const answer = await exchange(target, request);
  const problems = [
    ...againstExpected(answer, expect, known),
    ...againstEveryRule(answer, request),
    ...againstDocument(request, answer),
  ];
  return problems.length === 0
    ? []
    : [
        ...problems,
        `answer: ${answer.status} ${JSON.stringify(answer.headers)} ${answer.body.toString().slice(0, 500)}`,
      ];
}

function fill<T>(value: T, known: Readonly<Record<string, string>>): T {
  if (typeof value === 'string') {
    return value.replaceAll(/\{(pet|unique|first\.\w+)\}/g, (_all, name: string) => known[name] ?? `{${name}}`) as T;
  }

  if (Array.isArray(value)) {
    return value.map((item: unknown) => fill(item, known)) as T;
  }

  return value !== null && typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype
    ? (Object.fromEntries(Object.entries(value).map(([name, item]) => [name, fill(item as unknown, known)])) as T)
    : value;
}

function learn({ headers, body }: Answer): Record<string, string> {
  return {
    'first.id': /"id":(\d+)/.exec(body.toString())?.[1] ?? '',
    'first.etag': headers['etag'] ?? '',
    'first.location': (headers['location'] ?? '').replace(/^\/v\d+/, ''),
    'first.next': /<(?:\/v\d+)?([^>]+)>; rel="next"/.exec(headers['link'] ?? '')?.[1] ?? '',
    'first.changes': /<(?:\/v\d+)?([^>]+)>; rel="[^"]*\/rels\/changes"/.exec(headers['link'] ?? '')?.[1] ?? '',
  };
}

function againstExpected(
  answer: Answer,
  { status, code, headers = {}, json, text }: Expected,
  known: Readonly<Record<string, string>>,
): string[] {
  const problems = answer.status === status ? [] : [`status is not ${status}`];
  const body = answer.body.toString();
  if (code !== undefined && (safeJson(body) as { code?: unknown } | undefined)?.code !== code) {
    problems.push(`code is not ${code}`);
  }

  for (const [name, expected] of Object.entries(headers)) {
    const actual = answer.headers[name];
    const good =
      expected === null
        ? actual === undefined
        : actual !== undefined &&
          (typeof expected === 'string' ? actual === fill(expected, known) : expected.test(actual));
    if (!good) {
      problems.push(`header ${name} is not ${String(expected)}`);
    }
  }

  if (json !== undefined && !(json as (value: unknown) => boolean)(safeJson(body))) {
    problems.push(`body is not such that ${json.toString()}`);
  }

  if (text !== undefined && !text.test(body)) {
    problems.push(`body does not match ${text.source}`);
  }

  return problems;
}

/** What holds for every answer: errors are the three fields, JSON says just that, lengths are told. */
function againstEveryRule({ status, headers, body }: Answer, { method }: Request): string[] {
  const problems: string[] = [];
  if (status >= 400) {
    if (headers['content-type'] !== 'application/json') {
      problems.push('an error is not application/json');
    }

    const error = safeJson(body.toString()) as Record<string, unknown> | undefined;
    if (
      method !== 'HEAD' &&
      (Object.keys(error ?? {})
        .sort()
        .join() !== 'code,message,status' ||
        error?.['status'] !== status)
    ) {
      problems.push('an error is not {code, message, status} with the status of the answer');
    }

    if (/\n\s+at |node_modules|node:internal/.test(body.toString())) {
      problems.push('an error shows a stack');
    }
  }

  if (headers['content-type']?.startsWith('application/json;') === true) {
    problems.push('application/json has a parameter');
  }

  return problems;
}

/** `data/openapi.yaml` lists the status or has a default, and the body is of its schema. */
function againstDocument(request: Request, { status, body }: Answer): string[] {
  const operation = operationAt(request);
  return operation === undefined || isDocumented(operation, status, body)
    ? []
    : [`openapi.yaml does not tell of ${status}, or of another body`];
}

function safeJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
