/** A service that honours keys and whose answer to a key is of no use: the client neither asks for ever nor gives up the animal. */
import test from 'ava';
import type { FaultName } from '../../helpers/fault-service/faults.js';
import { rex, setScene } from '../../helpers/open-engine.js';

for (const fault of ['400', 'empty-201'] as const satisfies readonly FaultName[]) {
  test(`${fault} for ever under the same key after a lost answer goes to a person, after a few attempts`, async (t) => {
    const { service, engine, sync, entry } = await setScene(t, { idempotency: 'honoured', announced: true });
    service.next('drop');
    service.next(fault, { times: 1000 });
    const { localId } = await engine.add(rex);
    await sync();
    t.is((await entry(localId)).state, 'review');
    t.true(service.attempts().filter(({ method }) => method === 'POST').length <= 5);
  });
}

test('a truncated 201 is settled by the same key', async (t) => {
  const { service, engine, sync, entry } = await setScene(t, { idempotency: 'honoured', announced: true }, { settleMs: 3_600_000 });
  service.next('truncated', { times: 2 });
  const { localId } = await engine.add(rex);
  await sync();
  t.like(await entry(localId), { state: 'created', petId: '1' });
  t.is(service.inserted().length, 1);
});
