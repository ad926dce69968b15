import type { ExecutionContext } from 'ava';
import { exchange, type Answer } from '../conformance/exchange.ts';
import type { Request } from '../conformance/case.ts';
import { howMany } from '../helpers/tier.ts';
import { listAll } from './list-all.ts';
import { startBuilt } from './start-process.ts';
import { json } from './start-service.ts';

const clients = 16;
const each = howMany(10, 40);
const idOf = (answer: Answer): number => (json(answer) as { id: number }).id;

/**
 * Two built services start at once on an empty database and take creates from many clients at once, every other of them
 * with a key that is sent to both: no id comes twice, a key makes one animal, and both list the same.
 */
export async function twoProcessesShare(t: ExecutionContext, database: string): Promise<void> {
  const processes = await Promise.all([startBuilt(t, database), startBuilt(t, database)]);
  const keys = processes.flatMap(({ apiKey }) => apiKey ?? []);
  t.is(keys.length, 1, 'one of them made the first key');
  const sendTo = (index: number, request: Request): Promise<Answer> =>
    exchange({ baseUrl: processes[index % 2]!.baseUrl, apiKey: keys[0]! }, request);

  const plain: number[] = [];
  const keyed: number[] = [];
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      for (let turn = 0; turn < each; turn += 1) {
        const name = `Pet ${client}-${turn}`;
        const body = { name, categoryId: 1 };
        if (turn % 2 === 0) {
          const made = await sendTo(client, { method: 'POST', body });
          t.is(made.status, 201, made.body.toString());
          plain.push(idOf(made));
        } else {
          const request = { method: 'POST', body, headers: { 'idempotency-key': `"${name}"` } };
          const made = await Promise.all([0, 1].map((process) => sendTo(process, request)));
          t.deepEqual(
            made.map(({ status }) => status),
            [201, 201],
            made.map(({ body: text }) => text.toString()).join(),
          );
          t.is(idOf(made[0]!), idOf(made[1]!), 'one animal for a key');
          keyed.push(idOf(made[0]!));
        }
      }
    }),
  );

  const ids = [...plain, ...keyed];
  t.is(ids.length, clients * each);
  t.is(new Set(ids).size, ids.length, 'no id twice');
  for (const process of [0, 1]) {
    t.deepEqual(
      (await listAll((request) => sendTo(process, request))).map(({ id }) => id),
      ids.toSorted((a, b) => a - b),
    );
  }
}
