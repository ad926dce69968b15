/** The imagined store over HTTP: what a request asks of it, and the answer it gets. */
import type http from 'node:http';
import type { Int64 } from '../../../source/domain/int64.ts';
import { isPetStatus } from '../../../source/domain/pet.ts';
import { toWirePet } from '../../../source/platform/json/json.ts';
import { type PlainAnswer, send, sendWrongly } from './answer-wrongly.ts';
import type { FaultPlan, PlannedFault } from './fault-plan.ts';
import type { FaultName } from './faults.ts';
import type { Store } from './store.ts';

/** One request to `/pets` as it arrived. */
export type Attempt = {
  readonly method: string;
  readonly url: string;
  readonly body: string;
  readonly key: string | undefined;
  readonly at: number;
  readonly fault: FaultName | undefined;
};

export type HandlerOptions = {
  readonly store: Store;
  /** Whether an API key opens anything. */
  readonly isKnown: (apiKey: string) => boolean;
  /** What lists say of their `Age`, in seconds. */
  readonly age: () => number | undefined;
  readonly plan: FaultPlan;
};

type Served = {
  readonly method: string;
  readonly url: URL;
  readonly body: string;
  readonly key: string | undefined;
  readonly fault: PlannedFault | undefined;
  readonly apiKey: string;
};

function answerWith(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): PlainAnswer {
  return { status, body: JSON.stringify(value), headers: { 'content-type': 'application/json', ...headers } };
}

function answerError(status: number, code: string, message: string): PlainAnswer {
  return answerWith(status, { code, message, status });
}

export function createHandler({ store, isKnown, age, plan }: HandlerOptions) {
  const { manners } = store;
  const attempts: Attempt[] = [];
  const late = new Set<() => void>();

  const later = (run: () => void, ms?: number) => {
    const once = () => late.delete(once) && run();
    late.add(once);
    if (ms !== undefined) {
      setTimeout(once, ms).unref();
    }
  };

  /** `resumed`: the key is this very request's. */
  const create = ({ body, key, apiKey }: Served, resumed: boolean): PlainAnswer => {
    try {
      const taken = store.take(body, key, resumed, apiKey);
      switch (taken.type) {
        case 'created':
          return answerWith(
            201,
            toWirePet(taken.pet),
            manners.idempotency !== 'ignored' && key !== undefined ? { 'idempotency-key': key } : {},
          );
        case 'in-progress':
          return answerError(409, 'conflict', 'A request with this key is still running.');
        case 'key-reused':
          return answerError(422, 'idempotency_key_reused', 'This key was used for another body.');
      }
    } catch {
      return answerError(400, 'invalid_body', 'That is no new pet.');
    }
  };

  const list = ({ url: { searchParams }, apiKey }: Served): PlainAnswer => {
    const limit = searchParams.get('limit') ?? '20';
    const status = searchParams.get('status') ?? undefined;
    if (!/^([1-9]\d?|100)$/.test(limit) || (status !== undefined && !isPetStatus(status))) {
      return answerError(400, 'invalid_parameter', 'limit or status is wrong.');
    }

    const url = searchParams.get('cursor') ?? undefined;
    const page = store.page({ limit: Number(limit), status, url }, apiKey);
    if (page.type !== 'page') {
      return answerError(410, 'gone', 'It is gone.');
    }

    const next = new URLSearchParams({ ...Object.fromEntries(searchParams), cursor: page.next ?? '' });
    const seconds = age();
    return answerWith(200, page.pets.map(toWirePet), {
      ...(page.next === undefined ? {} : { link: `</v1/pets?${next.toString()}>; rel="next"` }),
      ...(seconds === undefined ? {} : { age: String(seconds) }),
    });
  };

  const read = (served: Served): PlainAnswer => {
    if (served.url.pathname === '/v1/pets') {
      return list(served);
    }

    if (manners.lookUps === 'removed') {
      return answerError(410, 'gone', 'Look-ups by id have ended.');
    }

    const pet = store.find(served.url.pathname.slice('/v1/pets/'.length) as Int64, served.apiKey);
    return pet ? answerWith(200, toWirePet(pet)) : answerError(404, 'not_found', 'There is no such pet.');
  };

  const serve = (served: Served, response: http.ServerResponse) => {
    const { method, body, key, apiKey, fault } = served;
    const truth = (resumed = false) => (method === 'POST' ? create(served, resumed) : read(served));
    const { inserts = 'first', answers = 'truth', options = {} } = fault ?? {};
    const respond = (answer: PlainAnswer) =>
      sendWrongly(answers, answer, response, options.headers ?? {}, (run) => later(run, options.ms));

    if (inserts === 'late' && !store.knows(key, apiKey)) {
      store.begin(body, key, apiKey);
      later(() => (answers === 'truth' ? respond(truth(true)) : void truth(true)), options.ms);
      if (answers !== 'truth') {
        respond({ ...answerWith(200, {}), body });
      }
      return;
    }
    respond(inserts === 'never' && method === 'POST' ? answerWith(200, {}) : truth());
  };

  const route = (request: http.IncomingMessage, body: string): ((response: http.ServerResponse) => void) => {
    const { method = 'GET', headers } = request;
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const plainly = (answer: PlainAnswer) => (response: http.ServerResponse) => send(response, answer);
    if (!/^\/v1\/pets(\/|$)/.test(url.pathname)) {
      return plainly(answerError(404, 'not_found', 'There is nothing here.'));
    }

    const key = headers['idempotency-key'] as string | undefined;
    const apiKey = (headers.authorization ?? '').replace(/^Bearer /, '');
    const fault = isKnown(apiKey) ? plan.take(method) : undefined;
    attempts.push({ method, url: request.url ?? '', body, key, at: Date.now(), fault: fault?.name });
    return isKnown(apiKey)
      ? (response) => serve({ method, url, body, key, fault, apiKey }, response)
      : plainly(answerError(401, 'unauthorized', 'The key is missing or wrong.'));
  };

  return {
    handle: (request: http.IncomingMessage, response: http.ServerResponse): void => {
      const chunks: Buffer[] = [];
      response.on('error', () => undefined);
      request.on('error', () => undefined).on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => route(request, Buffer.concat(chunks).toString())(response));
    },
    /** Every request to `/pets`, oldest first. */
    attempts: (): readonly Attempt[] => [...attempts],
    /** Lets everything happen that was made late. Returns how much that was. */
    release: (): number => {
      const runs = [...late];
      runs.forEach((run) => run());
      return runs.length;
    },
  };
}

export type Handler = ReturnType<typeof createHandler>;
