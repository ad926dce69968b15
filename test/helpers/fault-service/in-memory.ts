/** The way to the imagined store and back in memory, where requests and answers are late or lost: the client's port. */
import { petSchema } from '../../../source/domain/contract.ts';
import { readBody, type HttpAnswer } from '../../../source/client/outcomes/answer.ts';
import { classifyCreate } from '../../../source/client/outcomes/classify-create.ts';
import { type ClassifyContext, classifyPage, classifyPet } from '../../../source/client/outcomes/classify-read.ts';
import type { CreateOutcome, RequestFailure, PageOutcome } from '../../../source/client/outcomes/outcomes.ts';
import type { PetClient } from '../../../source/client/pet-client.ts';
import { toWirePet } from '../../../source/platform/json/json.ts';
import type { ManualClock } from '../manual-clock.ts';
import { type AnyFault, faults, toAnswer, toFault } from './faults.ts';
import type { Store } from './store.ts';

export type Chance = { readonly random: () => number; readonly pick: <T>(choices: readonly T[]) => T };

export type Weather = Chance & {
  /** The share of requests that go wrong, 0 to 1; changes as a history goes on. */
  rate: number;
  /** Nothing gets through. */
  isDown: boolean;
  /** The key may not read lists (403) while it may add: baselines are weak then. */
  hidesLists?: boolean;
  /** As `rate`, of the reads alone; default `rate`. */
  readRate?: number;
  /** How long a page of a list takes, in milliseconds; default 0. */
  pageMs?: number;
  /** What a `POST` that goes wrong comes to; default: anything. */
  faults?: readonly AnyFault[] | undefined;
  /** What the next ones come to, one after the other, whatever the rate. */
  readonly next?: AnyFault[];
  /** What `POST`s with certain bodies come to, each time. */
  fateOf?: ((body: string) => AnyFault | undefined) | undefined;
  /** What somebody on the way answers to a read in the store's place; asked each time. */
  intercept?: (() => HttpAnswer | undefined) | undefined;
  /** Whether the store's name leads to another machine than before. Default false. */
  leadsElsewhere?: boolean;
  /** Look-ups of one animal are not answered. Default false. */
  hangsLookUps?: boolean;
  /** How many requests were made, answered or not. */
  requests?: number;
  /** The bodies of those whose answer told nothing, by `faults` and `next`. */
  readonly lost?: string[];
};

/** Later than this an insert may come that no second look sees: `docs/guarantees.md`, *Limits*. */
export const latestInsertMs = 110_000;

const problem = (code: string) => ({ code, message: `It was decided by chance: ${code}.` });
const offline: RequestFailure = { type: 'failed', connection: 'offline', problem: problem('offline') };
const forbidden: RequestFailure = {
  type: 'failed',
  connection: 'unauthorized',
  problem: problem('forbidden'),
  forbidden: true,
};
const brokenOff = (more: object = {}): CreateOutcome => ({
  type: 'unknown',
  problem: problem('unknown'),
  connection: 'offline',
  ...more,
});

/** Asked anew each time: it changes while time passes. */
const isOver = (signal: AbortSignal): boolean => signal.aborted;

/** By default each kind is as likely as any other: refused, lost, lost after the insert or before it, slow, without an id. */
const kinds: readonly (readonly AnyFault[])[] = [
  ['400', '401', '404', '429'],
  ['drop', '500', '503', 'html-200', '302'],
  ['insert-then-drop', 'insert-then-500', 'insert-then-html', 'insert-then-303'],
  ['drop-then-insert', '504-then-insert'],
  [{ ...faults['late-insert'], withinMs: 40_000 }],
  ['empty-201'],
];
const failures: readonly PageOutcome[] = [
  offline,
  { type: 'failed', connection: 'error', problem: problem('error') },
  { type: 'failed', connection: 'intercepted', problem: problem('html') },
  { type: 'failed', connection: 'unauthorized', problem: problem('unauthorized') },
  forbidden,
];

/**
 * @param awake Resolves once the process that asks is running: it may be stopped (Ctrl-Z) before the first byte leaves.
 */
export function connectInMemory(
  service: Store,
  weather: Weather,
  clock: ManualClock,
  awake: () => Promise<void>,
  credential = 'c',
): PetClient {
  const { random, pick } = weather;
  const goesWrong = (): boolean => random() < weather.rate;
  const readGoesWrong = (): boolean => random() < (weather.readRate ?? weather.rate);
  const context = (): ClassifyContext => ({
    toProblem: (code, message, status) => ({ code, message, ...(status === undefined ? {} : { status }) }),
    host: 'store.example',
    now: clock.now(),
  });
  const travel = (signal: AbortSignal): Promise<void> => clock.wait(1 + Math.floor(random() * 40), signal);
  const setOut = (signal: AbortSignal): Promise<void> => {
    weather.requests = (weather.requests ?? 0) + 1;
    return travel(signal);
  };

  /** What the service does with a request that has arrived, and what comes back. */
  async function exchange(body: string, key: string, signal: AbortSignal): Promise<CreateOutcome> {
    const take = (resumed = false): CreateOutcome => {
      const taken = service.take(body, key, resumed, credential);
      switch (taken.type) {
        case 'created':
          return {
            type: 'created',
            pet: taken.pet,
            status: 201,
            keyEchoed: service.manners.idempotency !== 'ignored',
          };
        case 'in-progress':
          return { type: 'in-progress', problem: { ...problem('in-progress'), status: 409 }, retryAfterMs: undefined };
        case 'key-reused':
          return {
            type: 'rejected',
            code: 'idempotency_key_reused',
            problem: { ...problem('key-reused'), status: 422 },
          };
      }
    };
    const takeLater = (ms: number): Promise<CreateOutcome> => {
      service.begin(body, key, credential);
      return clock.waitElsewhere(ms).then(() => take(true));
    };
    const meet = async (fault: AnyFault): Promise<CreateOutcome> => {
      const { inserts, answers, withinMs = latestInsertMs, thenDown } = toFault(fault);
      weather.isDown ||= thenDown === true;
      const taken = inserts === 'first' ? take() : undefined;
      const later = inserts === 'late' ? takeLater(random() * withinMs) : undefined;
      if (later && answers === 'truth') {
        const timeOut = clock.wait(30_000, signal).then(() => brokenOff(signal.aborted ? { aborted: true } : {}));
        return await Promise.race([later, timeOut]);
      }

      const received = toAnswer(answers, taken?.type === 'created' ? JSON.stringify(toWirePet(taken.pet)) : body);
      if (received === undefined || isAmbiguous(received)) {
        weather.lost?.push(body);
      }

      return received ? classifyCreate(received, { listUrl, key: 'no key is echoed' }, context()) : brokenOff();
    };
    const commanded = weather.next?.shift() ?? weather.fateOf?.(body);
    if (commanded) {
      return await meet(commanded);
    }

    return goesWrong() ? await meet(pick(weather.faults ?? pick(kinds))) : take();
  }

  return {
    async create(body, key, signal, { sendBy = Infinity } = {}) {
      await setOut(signal);
      await awake();
      const isAborted = isOver(signal);
      if (isAborted || weather.isDown || clock.uptime() > sendBy) {
        return {
          type: 'not-sent',
          problem: problem('not-sent'),
          connection: 'offline',
          ...(isAborted ? { aborted: true } : {}),
        };
      }

      const outcome = await exchange(body, key, signal);
      await travel(signal);
      return isOver(signal) ? brokenOff({ aborted: true }) : outcome;
    },
    async listPage(query, signal) {
      await clock.wait(weather.pageMs ?? 0);
      await setOut(signal);
      if (signal.aborted || weather.isDown) {
        return signal.aborted ? { ...offline, aborted: true } : offline;
      }

      if (weather.hidesLists === true) {
        return forbidden;
      }

      const intercepted = weather.intercept?.();
      if (intercepted) {
        return classifyPage(intercepted, { url: listUrl, listUrl }, context());
      }

      const served = service.page(query, credential);
      await travel(signal);
      if (!readGoesWrong() || served.type !== 'page') {
        return served;
      }

      const [first] = served.pets;
      return pick<PageOutcome>([
        ...failures,
        { ...served, age: 30 },
        { ...served, unreadable: { rows: 1, why: 'of chance' }, rows: served.rows + 1 },
        ...(first ? [{ ...served, pets: [...served.pets, first], rows: served.rows + 1 }] : []),
      ]);
    },
    leadsElsewhere: () => Promise.resolve(weather.leadsElsewhere === true),

    async get(id, signal) {
      await setOut(signal);
      if (signal.aborted || weather.isDown || readGoesWrong()) {
        return offline;
      }

      if (weather.hangsLookUps) {
        await clock.wait(30_000, signal);
        return { ...offline, aborted: true };
      }

      const intercepted = weather.intercept?.();
      if (intercepted) {
        return classifyPet(intercepted, id, context());
      }

      const pet = service.find(id, credential);
      return service.manners.lookUps === 'removed'
        ? { type: 'removed' }
        : pet
          ? { type: 'pet', pet }
          : { type: 'not-found' };
    },
    close: () => undefined,
  };
}

/**
 * Whether an answer to a `POST` leaves open what became of the animal, as the design has it and not as the program reads
 * it: not a 200 or 201 with a pet, a wrong address, a request to wait, nor a refusal in the service's own words.
 */
function isAmbiguous(answer: HttpAnswer): boolean {
  const { status, headers } = answer;
  const { json, error } = readBody(answer);
  const isTaken = (status === 200 || status === 201) && petSchema.safeParse(json).success;
  const isElsewhere = [301, 302, 307, 308, 404, 405, 410].includes(status);
  const isAskedToWait = (status === 425 || status === 429) && headers['retry-after'] !== undefined;
  const isRefused = status >= 400 && status < 500 && status !== 408 && status !== 409 && error?.status === status;
  return !isTaken && !isElsewhere && !isAskedToWait && !isRefused;
}

const listUrl = 'https://store.example/v1/pets';
