import type { ExecutionContext } from 'ava';
import { exchange, type Answer, type Target } from '../conformance/exchange.ts';
import { until } from '../helpers/until.ts';
import { listAll } from './list-all.ts';
import { json } from './start-service.ts';

/** Clients that go on adding and listing while something is done to the database. */
export type Load = {
  /** Animals that were answered 201, by name. */
  readonly acknowledged: ReadonlyMap<string, number>;
  /** Every answer that was neither 200 nor 201, and every request that got none. */
  readonly refused: readonly (Answer | Error)[];
  /** Resolves when every client has had this many more requests answered with success. */
  readonly everybody: (more: number) => Promise<void>;
  /** Ends all clients after what they are waiting for. */
  readonly stop: () => Promise<void>;
};

type Client = { succeeded: number };

/**
 * Starts 16 clients that add animals under names of their own, every other one with an idempotency key under which it
 * tries until it is told 201, and four that list. They go round the targets.
 *
 * @param label what the names begin with; another one for each load on the same store
 */
export function loadOn(targets: readonly Target[], { writers = 16, readers = 4, label = 'Pet' } = {}): Load {
  const acknowledged = new Map<string, number>();
  const refused: (Answer | Error)[] = [];
  const end = new AbortController();
  const goesOn = (): boolean => !end.signal.aborted;

  const send = async (
    index: number,
    client: Client,
    request: Parameters<typeof exchange>[1],
  ): Promise<Answer | undefined> => {
    const answer = await exchange(targets[index % targets.length]!, request).catch((error: unknown) => error as Error);
    if (!(answer instanceof Error) && (answer.status === 200 || answer.status === 201)) {
      client.succeeded += 1;
      return answer;
    }

    refused.push(answer);
    // As long as a client that reads Retry-After would at least, in small: a tight loop would only measure itself.
    await new Promise((resolve) => setTimeout(resolve, 20));
    return undefined;
  };
  const write = async (index: number, client: Client): Promise<void> => {
    for (let turn = 0; goesOn(); turn += 1) {
      const name = `${label} ${index}-${turn}`;
      const isKeyed = index % 2 === 1;
      const request = {
        method: 'POST',
        body: { name, categoryId: 1 },
        ...(isKeyed ? { headers: { 'idempotency-key': `"${name}"` } } : {}),
      };
      let answer = await send(index, client, request);
      while (isKeyed && answer === undefined && goesOn()) {
        answer = await send(index, client, request);
      }

      if (answer !== undefined) {
        acknowledged.set(name, (json(answer) as { id: number }).id);
      }
    }
  };
  const read = async (index: number, client: Client): Promise<void> => {
    while (goesOn()) {
      await send(index, client, { path: '/pets?limit=20' });
    }
  };

  const clients = Array.from({ length: writers + readers }, (): Client => ({ succeeded: 0 }));
  const ended = clients.map((client, index) => (index < writers ? write(index, client) : read(index, client)));
  return {
    acknowledged,
    refused,
    async everybody(more) {
      const before = clients.map(({ succeeded }) => succeeded);
      await until(
        `${more} more answers for everybody`,
        () => clients.every(({ succeeded }, index) => succeeded >= before[index]! + more),
        200_000,
      );
    },
    async stop() {
      end.abort();
      await Promise.all(ended);
    },
  };
}

/** Every refusal was a 503 with the Error body, and every acknowledged animal is there, once and under its id. */
export async function nothingLost(t: ExecutionContext, load: Load, target: Target): Promise<void> {
  for (const answer of load.refused) {
    if (answer instanceof Error) {
      t.fail(`a request got no answer: ${answer.message}`);
    } else if (answer.status !== 409) {
      t.like(json(answer), { code: 'unavailable', status: 503 });
    }
  }

  t.log(`${load.acknowledged.size} acknowledged, ${load.refused.length} answered 503 or 409 meanwhile`);
  const pets = await listAll((request) => exchange(target, request));
  const idsOf = Map.groupBy(pets, ({ name }) => name);
  t.true(
    [...idsOf.values()].every((found) => found.length === 1),
    'nothing is there twice',
  );
  t.deepEqual(
    [...load.acknowledged].filter(([name, id]) => idsOf.get(name)?.[0]?.id !== id),
    [],
    'what was acknowledged is there under its id',
  );
}
