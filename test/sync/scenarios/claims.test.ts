/** One pet is one animal: of two entries that claim it at the same moment one goes to a person. */
import test from 'ava';
import { systemClock } from '../../../source/platform/time/clock.js';
import { ActionError } from '../../../source/sync/api.js';
import { loseAnswer, openEngine, rex, setScene, syncFor, until } from '../../helpers/open-engine.js';

const yearMs = 365 * 24 * 3_600_000;

test('two processes say at the same moment that two animals are the same pet: one of them is right', async (t) => {
  const { service, folder, engine } = await setScene(t, { link: false }, { settleMs: 3_600_000 });
  const { id } = service.insert({ name: 'Rex', categoryId: 3, status: 'available' });
  for (const [localId, name] of [['Q-1', 'One'], ['Q-2', 'Two']] as const) {
    service.next('drop');
    await engine.add({ ...rex, name });
    await loseAnswer(t, engine, localId);
  }

  const other = openEngine(t, folder, service);
  await other.load();
  const outcomes = await Promise.allSettled([engine.adopt('Q-1', id), other.adopt('Q-2', id)]);
  const claimed = outcomes.filter(({ status }) => status === 'fulfilled');
  t.true(claimed.length <= 1, 'only one is told that it is that pet');
  t.true(outcomes.every((outcome) => outcome.status === 'fulfilled' || outcome.reason instanceof ActionError));
  const last = openEngine(t, folder, service);
  await last.load();
  t.is(last.snapshot().entries.filter(({ petId }) => petId === id).length, 1);
});

test('an id that an archived animal has is not given to another', async (t) => {
  const { service, folder, engine, sync, reopen } = await setScene(t);
  await engine.add({ ...rex, name: 'One' });
  await sync();
  const ahead = openEngine(t, folder, service, { clock: { ...systemClock, now: () => Date.now() + yearMs } });
  await ahead.add({ ...rex, name: 'Two' });
  await syncFor(ahead);
  const later = reopen({ settleMs: 3_600_000 });
  service.next('drop');
  await later.add({ ...rex, name: 'Three' });
  await loseAnswer(t, later, 'Q-3');
  const error = await t.throwsAsync(later.adopt('Q-3', service.inserted()[0]!.pet.id), { instanceOf: ActionError });
  t.regex(error.message, /already belongs to Q-1/);
});

test('a 201 with the id that another process adopted meanwhile: the store\'s own word counts, the other goes to a person', async (t) => {
  const { service, folder, engine, entry } = await setScene(t, {}, { settleMs: 3_600_000, requestTimeoutMs: 5000 });
  service.next('drop');
  await engine.add({ ...rex, name: 'One' });
  await loseAnswer(t, engine, 'Q-1');
  service.next('late-answer', { ms: 400 });
  await engine.add({ ...rex, name: 'Two' });
  const sending = engine.send('Q-2', new AbortController().signal);
  await until(t, engine, () => service.inserted().length === 1);
  const other = openEngine(t, folder, service);
  const { id } = service.inserted()[0]!.pet;
  await other.adopt('Q-1', id);
  await sending;
  t.like(await entry('Q-2'), { state: 'created', petId: id });
  t.like(await entry('Q-1'), { state: 'review', petId: undefined });
});

test('what a service does to names is remembered when the animals that showed it are in the archive', async (t) => {
  const { service, folder, engine, sync, entry, reopen } = await setScene(t, { names: 'upper' });
  await engine.add(rex);
  await sync();
  t.deepEqual((await entry('Q-1')).differences, ['name']);
  const ahead = openEngine(t, folder, service, { clock: { ...systemClock, now: () => Date.now() + yearMs } });
  await ahead.add({ ...rex, name: 'Two' });
  await syncFor(ahead);
  t.deepEqual(ahead.snapshot().entries.map(({ localId }) => localId), ['Q-2']);

  reopen();
  service.next('drop');
  await ahead.stop();
  const last = openEngine(t, folder, service);
  await last.add({ ...rex, name: 'Three' });
  await syncFor(last);
  t.like(await last.findEntry('Q-3'), { state: 'review' });
});
