import type http from 'node:http';
import type { Pet } from '../../../source/domain/pet.js';
import { parseJson, toWirePet } from '../../../source/platform/json/json.js';
import { parseNewPet } from '../../../source/local/queue/wish.js';
import { answerError, answerList, answerWith, type Paging, type PlainAnswer } from './answer-truly.js';
import { send, sendWrongly } from './answer-wrongly.js';
import type { FaultPlan, PlannedFault } from './fault-plan.js';
import type { FaultName } from './faults.js';
import { createKeyLedger } from './key-ledger.js';
import { isHidden, momentOf } from './imperfections.js';
import type { PetTable } from './pet-table.js';
import { createRandom } from './seeded-random.js';

export type Manners = {
  /** `echoed`: the key comes back in the answer and means nothing, as behind some proxies. Default `ignored`. */
  readonly idempotency: 'honoured' | 'echoed' | 'ignored';
  /**
   * Whether `/healthz` says that keys are honoured, as the built-in service does; `unanswered`: it fails. Default
   * false.
   */
  readonly announced: boolean | 'unanswered';
  /** `GET /pets/{id}`. `removed`: 410; `html`: a web page with 404. Default `work`. */
  readonly lookUps: 'work' | 'removed' | 'html';
  /** An animal of a name and category that is there already is answered with that one. Default false. */
  readonly keepsOneOfEach?: boolean;
};

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
  readonly settings: () => Manners & Paging & { readonly seed: number };
  /** Whose table an API key opens; undefined: nobody's, the key is refused. */
  readonly tableOf: (apiKey: string) => PetTable | undefined;
  readonly plan: FaultPlan;
  readonly control: (call: string, args: readonly unknown[]) => unknown;
};

type Served = {
  readonly method: string;
  readonly url: URL;
  readonly body: string;
  readonly key: string | undefined;
  readonly fault: PlannedFault | undefined;
  readonly table: PetTable;
  readonly host: string;
};

export function createHandler({ settings, tableOf, plan, control }: HandlerOptions) {
  const attempts: Attempt[] = [];
  const late = new Set<() => void>();
  const keys = createKeyLedger();
  /** Which replica answers, and whether it has warmed up. */
  const chance = createRandom(settings().seed);
  let frozen: { readonly pets: readonly Pet[]; readonly age: number | undefined } | undefined;

  const later = (run: () => void, ms?: number) => {
    const once = () => late.delete(once) && run();
    late.add(once);
    if (ms !== undefined) {
      setTimeout(once, ms).unref();
    }
  };

  /** Takes the animal in, as far as keys allow. `resumed`: the key is this very request's. */
  const create = (table: PetTable, body: string, key: string | undefined, resumed: boolean): PlainAnswer => {
    const { idempotency } = settings();
    const known = idempotency === 'honoured' && !resumed ? keys.find(key, body) : undefined;
    if (known) {
      return known;
    }
    try {
      const sent = parseNewPet(body);
      const isTwin = ({ name, categoryId }: Pet): boolean => name === sent.name && categoryId === sent.categoryId;
      const twin = settings().keepsOneOfEach === true ? table.list().find(isTwin) : undefined;
      const pet = twin ?? table.insert('request', body, key);
      const answer = answerWith(
        201,
        toWirePet(pet),
        idempotency !== 'ignored' && key !== undefined ? { 'idempotency-key': key } : {},
      );
      keys.settle(key, body, answer);
      return answer;
    } catch {
      keys.forget(key);
      return answerError(400, 'invalid_body', 'That is no new pet.');
    }
  };

  const read = (table: PetTable, url: URL, host: string): PlainAnswer => {
    const { imperfections } = settings();
    const asOf = (kind: 'list' | 'look-up'): number => momentOf(imperfections, kind, Date.now(), chance);
    if (url.pathname === '/v1/pets') {
      const isBlank = imperfections.blank !== undefined && chance() < imperfections.blank;
      const answer = answerList(
        isBlank ? [] : (frozen?.pets ?? table.list(asOf('list'))),
        url.searchParams,
        settings(),
        host,
      );
      return frozen?.age === undefined
        ? answer
        : { ...answer, headers: { ...answer.headers, age: String(frozen.age) } };
    }
    const found =
      settings().lookUps === 'work' ? table.find(url.pathname.slice('/v1/pets/'.length), asOf('look-up')) : undefined;
    const pet = found && isHidden(imperfections, found, 'look-up') ? undefined : found;
    switch (settings().lookUps) {
      case 'removed':
        return answerError(410, 'gone', 'Look-ups by id have ended.');
      case 'html':
        return { status: 404, body: '<html>Not here</html>', headers: { 'content-type': 'text/html' } };
      case 'work':
        return pet ? answerWith(200, toWirePet(pet)) : answerError(404, 'not_found', 'There is no such pet.');
    }
  };

  const serve = ({ method, url, body, key, fault, table, host }: Served, response: http.ServerResponse) => {
    const truth = (resumed = false) => (method === 'POST' ? create(table, body, key, resumed) : read(table, url, host));
    const { inserts = 'first', answers = 'truth', options = {} } = fault ?? {};
    const respond = (answer: PlainAnswer) =>
      sendWrongly(answers, answer, response, options.headers ?? {}, (run) => later(run, options.ms));

    if (inserts === 'late' && !(settings().idempotency === 'honoured' && keys.find(key, body))) {
      keys.begin(key, body);
      later(() => (answers === 'truth' ? respond(truth(true)) : void truth(true)), options.ms);
      if (answers !== 'truth') {
        respond(answerWith(200, {}));
      }
      return;
    }
    respond(inserts === 'never' && method === 'POST' ? answerWith(200, {}) : truth());
  };

  const route = (request: http.IncomingMessage, body: string): ((response: http.ServerResponse) => void) => {
    const { method = 'GET', headers } = request;
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const plainly = (answer: PlainAnswer) => (response: http.ServerResponse) => send(response, answer);
    if (url.pathname === '/control' && method === 'POST') {
      return plainly(answerControl(body, control));
    }
    if (url.pathname === '/healthz') {
      const { announced } = settings();
      return plainly(
        announced === 'unanswered'
          ? answerError(503, 'unavailable', 'Not just now.')
          : answerWith(200, { status: 'ok', service: 'petstore', ...(announced ? { idempotency: 'honoured' } : {}) }),
      );
    }
    if (!/^\/v1\/pets(\/|$)/.test(url.pathname)) {
      return plainly(answerError(404, 'not_found', 'There is nothing here.'));
    }

    const key = headers['idempotency-key'] as string | undefined;
    const table = tableOf((headers.authorization ?? '').replace(/^Bearer /, ''));
    const fault = table ? plan.take(method) : undefined;
    attempts.push({ method, url: request.url ?? '', body, key, at: Date.now(), fault: fault?.name });
    return table
      ? (response) => serve({ method, url, body, key, fault, table, host: headers.host ?? '' }, response)
      : plainly(answerError(401, 'unauthorized', 'The key is missing or wrong.'));
  };

  return {
    handle: (request: http.IncomingMessage, response: http.ServerResponse): void => {
      const chunks: Buffer[] = [];
      response.on('error', () => undefined);
      request.on('error', () => undefined).on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => route(request, Buffer.concat(chunks).toString())(response));
    },
    attempts: (): readonly Attempt[] => [...attempts],
    release: (): number => {
      const runs = [...late];
      runs.forEach((run) => run());
      return runs.length;
    },
    freezeLists: (pets: readonly Pet[], age: number | undefined): void => {
      frozen = { pets, age };
    },
    thawLists: (): void => {
      frozen = undefined;
    },
    forgetKeys: () => keys.clear(),
  };
}

function answerControl(body: string, control: HandlerOptions['control']): PlainAnswer {
  try {
    const { call, args = [] } = parseJson(body) as { call: string; args?: readonly unknown[] };
    return answerWith(200, { result: control(call, args) ?? null });
  } catch (error) {
    return answerError(400, 'bad_command', String(error));
  }
}
