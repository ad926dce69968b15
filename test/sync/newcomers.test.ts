/** An animal that this home sent, or may have sent, is nobody's news: no window counts it as a colleague's. */
import test, { type ExecutionContext } from 'ava';
import { withSettled } from '../../source/domain/activity.ts';
import type { Engine } from '../../source/sync/api.ts';
import { loseAnswer, openEngine, rex, setScene, syncFor, until } from '../helpers/open-engine.ts';

/** What the screens say is new: marked in the list, and counted. */
const newIn = (engine: Engine) => {
  const { pets, newcomers, activities } = engine.snapshot();
  return {
    marked: pets.filter(({ id }) => newcomers.has(id)).map(({ name }) => name),
    told: activities.flatMap((each) => (each.kind === 'new' ? each.name : [])),
  };
};
const nothing = { marked: [], told: [] };
const shows = (engine: Engine, name: string): boolean => engine.snapshot().pets.some((pet) => pet.name === name);
/** Longer than any of these tests takes: a lost answer stays lost. */
const anHour = 3_600_000;

/** What a window says once it has told of a colleague's animal, beside one of ours that the store shows too. */
async function seeBoth(t: ExecutionContext, engine: Engine): Promise<void> {
  await until(t, engine, () => shows(engine, 'Luna') && shows(engine, 'Rex') && newIn(engine).told.length > 0);
  t.deepEqual(newIn(engine), { marked: ['Luna'], told: ['Luna'] });
}

test('an animal whose answer was lost is not new, and a colleague’s beside it is', async (t) => {
  const { service, engine, sync } = await setScene(t, {}, { settleMs: anHour, refreshMs: 50 });
  await sync();
  await engine.add(rex);
  service.next('504-then-insert');
  await loseAnswer(t, engine, 'Q-1');
  engine.start();
  await until(t, engine, () => engine.snapshot().entries[0]?.undecided?.atOnce !== undefined);
  service.release();
  service.insert({ name: 'Luna', categoryId: 1, status: 'available' });
  await seeBoth(t, engine);
  t.is(engine.snapshot().entries[0]?.state, 'checking');
});

test('after a kill between the POST and its record the animal is not new', async (t) => {
  const { service, engine, sync, folder } = await setScene(t, {}, { settleMs: anHour });
  await sync();
  await engine.add(rex);
  service.next('insert-then-hang');
  const killed = new AbortController();
  const sending = engine.send('Q-1', killed.signal);
  await until(t, engine, () => service.inserted().length === 1);
  service.insert({ name: 'Luna', categoryId: 1, status: 'available' });
  // The record of the attempt is all that is left of that program.
  const next = openEngine(t, folder, service, { settleMs: anHour, refreshMs: 50 });
  next.start();
  await seeBoth(t, next);
  killed.abort();
  await sending;
});

test('an animal that another window sent is not new in this one, though it heard of it by the list first', async (t) => {
  const { service, engine, sync, folder } = await setScene(t);
  await sync();
  const other = openEngine(t, folder, service);
  await other.load();
  await engine.add(rex);
  await sync();
  t.true(await other.refresh('all', 'whole'));
  t.true(shows(other, 'Rex'));
  t.deepEqual(newIn(other), nothing);
});

test('nor is one that another window sent and archived since', async (t) => {
  const { service, engine, sync, folder, age, clock } = await setScene(t);
  await sync();
  const other = openEngine(t, folder, service, { clock });
  await other.load();
  await engine.add(rex);
  await sync();
  for (let hours = 0; hours < 25; hours += 1 / 6) {
    age();
  }

  await engine.add({ ...rex, name: 'Max' });
  await syncFor(engine);
  t.is((await engine.archived()).length, 1);
  t.true(await other.refresh('all', 'whole'));
  t.true(shows(other, 'Rex'));
  t.deepEqual(newIn(other), nothing);
});

/** The answer for Rex is lost, and then the list shows two animals like him. */
async function loseAmongTwo(t: ExecutionContext) {
  const { service, engine, sync } = await setScene(t, {}, { settleMs: anHour });
  await sync();
  await engine.add(rex);
  service.next('500');
  await loseAnswer(t, engine, 'Q-1');
  const [first, second] = ['available', 'sold'].map((status) => service.insert({ ...rex, categoryId: 3, status }));
  t.true(await engine.refresh('all', 'whole'));
  return { engine, first: first!, second: second! };
}

test('what could be ours is told as new once it is known that it is not', async (t) => {
  const { engine, first, second } = await loseAmongTwo(t);
  t.is(engine.snapshot().pets.length, 2);
  t.deepEqual(newIn(engine), nothing);
  await engine.adopt('Q-1', first.id);
  t.true(await engine.refresh('all', 'whole'));
  t.deepEqual(newIn(engine), { marked: ['Rex'], told: ['Rex'] });
  t.true(engine.snapshot().newcomers.has(second.id));
});

test('an answer that is taken back makes the other animal new instead', async (t) => {
  const { engine, first, second } = await loseAmongTwo(t);
  await engine.adopt('Q-1', first.id);
  t.true(await engine.refresh('all', 'whole'));
  t.deepEqual([...engine.snapshot().newcomers], [second.id]);
  await engine.reopen('Q-1');
  await engine.adopt('Q-1', second.id);
  t.true(await engine.refresh('all', 'whole'));
  t.deepEqual([...engine.snapshot().newcomers], [first.id]);
  t.deepEqual(
    engine.snapshot().activities.flatMap((each) => (each.kind === 'new' ? each.id : [])),
    [first.id],
  );
});

/** The newcomers of the log, as `petstore log` tells them. */
async function toldInLog(program: Engine): Promise<readonly string[]> {
  await program.loadActivities('2000-01-01T00:00:00.000Z', { all: true });
  const { recorded, entries } = program.snapshot();
  return withSettled(recorded, entries, '').flatMap((each) => (each.kind === 'new' ? each.id : []));
}

test('in the log too the other animal is new after an answer that was taken back', async (t) => {
  const { engine, first, second } = await loseAmongTwo(t);
  await engine.adopt('Q-1', first.id);
  await syncFor(engine);
  await engine.reopen('Q-1');
  await engine.adopt('Q-1', second.id);
  await syncFor(engine);
  t.deepEqual(await toldInLog(engine), [first.id]);
});
