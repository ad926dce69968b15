import test from 'ava';
import { createStore, type Store, firstTenant, type Manners } from '../fault-service/store.js';
import { type FaultName, faults } from '../fault-service/faults.js';
import { toInt64 } from '../../../source/domain/int64.js';
import { systemClock } from '../../../source/platform/time/clock.js';
import { serialiseNewPet } from '../../../source/platform/json/json.js';
import { createPetClient } from '../../../source/client/pet-client.js';
import { createFaultService } from '../fault-service/fault-service.js';
import type { Imperfections } from '../fault-service/imperfections.js';
import { check, isClean, type End, type InsertRecord, type Promised } from './checker.js';
import { findStuck } from './find-stuck.js';
import { judgeRecord } from './judge-record.js';

const category = toInt64(3)!;
const body = (name: string) => serialiseNewPet({ name, categoryId: category });
const promise = (localId: string, name: string, acknowledged: Promised['acknowledged'] = 'yes'): Promised => ({
  localId,
  name,
  categoryId: category,
  acknowledged,
});
const insert = (id: number, name: string, by: InsertRecord['by'] = 'request'): InsertRecord => ({
  id: toInt64(id)!,
  body: body(name),
  by,
});
const created = (id: number): End => ({ type: 'created', id: toInt64(id)! });
const waiting = (state = 'checking'): End => ({ type: 'waiting', state });
const judge = (inserts: InsertRecord[], promises: Promised[], ends: Record<string, End>) =>
  check(inserts, promises, new Map(Object.entries(ends)));
const count = (certain: number, possible = 0) => ({ certain, possible });

test('everything once, or waiting and visible, is clean', (t) => {
  const verdict = judge(
    [insert(1, 'Rex'), insert(2, 'Luna'), insert(9, 'Luna', 'colleague')],
    [
      promise('Q-1', 'Rex'),
      promise('Q-2', 'Luna'),
      promise('Q-3', 'Coco'),
      promise('Q-4', 'Momo', 'no'),
      promise('Q-5', 'Kiki', 'unknown'),
    ],
    { 'Q-1': created(1), 'Q-2': waiting('review'), 'Q-3': waiting('queued') },
  );
  t.true(isClean(verdict), verdict.findings.join('\n'));
});

test('a planted loss is caught', (t) => {
  const verdict = judge([insert(1, 'Rex')], [promise('Q-1', 'Rex'), promise('Q-2', 'Luna')], { 'Q-1': created(1) });
  t.like(verdict, { lost: count(1), doubled: count(0), findings: ['["Luna","3",null]: 1 lost, 0 more possibly'] });
  t.false(isClean(verdict));
});

test('a planted double is caught, whatever state its entry shows', (t) => {
  for (const end of [created(1), waiting(), { type: 'discarded' } as const]) {
    t.like(judge([insert(1, 'Rex'), insert(2, 'Rex')], [promise('Q-1', 'Rex')], { 'Q-1': end }), {
      lost: count(0),
      doubled: count(1),
    });
  }
  t.like(judge([insert(1, 'Rex'), insert(2, 'Rex')], [promise('Q-1', 'Rex', 'unknown')], {}), { doubled: count(1) });
});

test('a vanished entry whose animal arrived is not lost', (t) => {
  t.true(isClean(judge([insert(1, 'Rex')], [promise('Q-1', 'Rex')], {})));
});

test('a claim of an id the service never gave is pretended, and lost where nothing else is there', (t) => {
  t.like(judge([], [promise('Q-1', 'Rex')], { 'Q-1': created(7) }), { pretended: 1, lost: count(1) });
  t.like(judge([insert(9, 'Rex', 'colleague')], [promise('Q-1', 'Rex')], { 'Q-1': created(9) }), {
    pretended: 1,
    lost: count(1),
  });
  t.like(judge([insert(1, 'Rex')], [promise('Q-1', 'Rex')], { 'Q-1': created(9) }), {
    pretended: 1,
    lost: count(0),
    doubled: count(0),
  });
});

test('identical animals on purpose are counted together', (t) => {
  const two = [promise('Q-1', 'Rex'), promise('Q-2', 'Rex')];
  const both = { 'Q-1': created(1), 'Q-2': created(2) };
  t.true(isClean(judge([insert(1, 'Rex'), insert(2, 'Rex')], two, both)));
  t.like(judge([insert(1, 'Rex'), insert(2, 'Rex'), insert(3, 'Rex')], two, both), { doubled: count(1) });
  t.like(judge([insert(1, 'Rex')], two, { 'Q-1': created(1), 'Q-2': created(1) }), { lost: count(1), pretended: 1 });
});

test('what cannot be decided is possible, not certain', (t) => {
  const two = [promise('Q-1', 'Rex'), promise('Q-2', 'Rex')];
  // The unclaimed animal is either the vanished entry's or the waiting one's.
  t.like(judge([insert(1, 'Rex')], two, { 'Q-1': waiting() }), { lost: count(0, 1), doubled: count(0) });
  // The second animal is either the waiting entry's or a double of the first.
  t.like(judge([insert(1, 'Rex'), insert(2, 'Rex')], two, { 'Q-1': created(1), 'Q-2': waiting() }), {
    lost: count(0),
    doubled: count(0, 1),
  });
});

test('an animal nobody was promised is unasked', (t) => {
  t.like(judge([insert(1, 'Rex')], [], {}), { unasked: 1 });
  t.like(judge([insert(1, 'Rex')], [promise('Q-1', 'Rex', 'no')], {}), { unasked: 1 });
});

test('a sender that resends after every unknown outcome is caught doubling, one that drops is caught losing', async (t) => {
  const run = async (policy: 'resend' | 'drop') => {
    const service = await createFaultService();
    const remote = createPetClient({
      baseUrl: service.baseUrl,
      apiKey: service.apiKey,
      userAgent: 'test',
      clock: systemClock,
    });
    service.next(policy === 'resend' ? 'insert-then-drop' : 'drop');
    const send = () => remote.create(body('Rex'), 'k', new AbortController().signal);
    const first = await send();
    const outcome = policy === 'resend' && first.type === 'unknown' ? await send() : first;
    remote.close();
    await service.stop();
    return check(
      service.inserted(),
      [promise('Q-1', 'Rex')],
      new Map(outcome.type === 'created' ? [['Q-1', { type: 'created', id: outcome.pet.id }]] : []),
    );
  };
  t.like(await run('resend'), { lost: count(0), doubled: count(1) });
  t.like(await run('drop'), { lost: count(1), doubled: count(0) });
});

const manners: Manners = {
  seed: 1,
  idempotency: 'ignored',
  ids: 'sequential',
  order: 'oldest-first',
  names: 'kept',
  statuses: 'kept',
  link: false,
  lookUps: 'work',
};
const others = ['Ada', 'Bob', 'Cleo'];

/** A service with three animals, what is wrong with its reads, and a clock that `pass` moves. */
function serveImperfectly(imperfections: () => Imperfections = () => ({})): {
  service: Store;
  pass: (ms: number) => void;
} {
  let now = 0;
  const service = createStore(manners, {
    now: () => now,
    random: () => 0,
    imperfections,
    tenantOf: (credential) => (credential === 'other key' ? 'second' : firstTenant),
  });
  for (const name of others) {
    service.insert({ name, categoryId: 1 });
  }

  return { service, pass: (ms) => (now += ms) };
}

/**
 * A sender that believes everything: after an answer that is no 201 it looks at the list once, and sends again unless
 * there is an animal of that name under an id that no entry owns.
 */
function sendCredulously(
  service: Store,
  name: string,
  { fault, owned = new Set<string>() }: { fault: FaultName; owned?: ReadonlySet<string> },
): End {
  const taken = faults[fault].inserts === 'first' ? service.take(body(name), 'k') : undefined;
  const page = service.page({ limit: 100 });
  const found = page.type === 'page' ? page.pets.find((pet) => pet.name === name && !owned.has(pet.id)) : undefined;
  if (found) {
    return { type: 'created', id: found.id };
  }

  const again = service.take(body(name), 'k2');
  // What was put off is done after all.
  if (taken === undefined) {
    service.take(body(name), 'k');
  }

  return again.type === 'created' ? { type: 'created', id: again.pet.id } : waiting();
}

const owe = (localId: string, name: string, tenant = firstTenant) => ({ ...promise(localId, name), tenant });

test('a sender that believes a capped list, a hidden status, a lagging one or a replica that stands still is caught doubling', (t) => {
  const flaws: Readonly<Record<string, Imperfections>> = {
    cap: { cap: 3 },
    lag: { lagMs: 1000 },
    'stopped replica': { stoppedAt: 0 },
    'replica that warms up': { blank: 1 },
  };
  for (const [what, flaw] of Object.entries(flaws)) {
    const { service, pass } = serveImperfectly(() => flaw);
    pass(10);
    const end = sendCredulously(service, 'Rex', { fault: 'insert-then-drop' });
    t.like(
      judgeRecord(service.inserted(), [owe('Q-1', 'Rex')], new Map([['Q-1', end]])),
      { lost: count(0), doubled: count(1), crossed: 0 },
      what,
    );
  }

  const hides = createStore(
    { ...manners, statuses: 'defaulted' },
    { imperfections: () => ({ hidden: { status: 'available', from: 'unfiltered' } }) },
  );
  const end = sendCredulously(hides, 'Rex', { fault: 'insert-then-drop' });
  t.like(
    judgeRecord(hides.inserted(), [owe('Q-1', 'Rex')], new Map([['Q-1', end]])),
    { doubled: count(1) },
    'hidden status',
  );
});

test('a sender that takes a 202 or a bare refusal for a no is caught doubling', (t) => {
  for (const fault of ['202-then-insert', 'bare-403'] as const) {
    const { service } = serveImperfectly();
    const end = sendCredulously(service, 'Rex', { fault });
    t.like(
      judgeRecord(service.inserted(), [owe('Q-1', 'Rex')], new Map([['Q-1', end]])),
      { lost: count(0), doubled: count(1) },
      fault,
    );
  }
});

test('a sender that still believes an id its own which a rolled-back service gave again is caught doubling; what was rolled back counts for nothing', (t) => {
  const { service } = serveImperfectly();
  const first = service.take(body('Rex'), 'k0');
  service.rollBack(1);
  const end = sendCredulously(service, 'Luna', {
    fault: 'insert-then-drop',
    owned: new Set(first.type === 'created' ? [first.pet.id] : []),
  });
  const owing = [owe('Q-1', 'Rex'), owe('Q-2', 'Luna')];
  t.like(
    judgeRecord(
      service.inserted(),
      owing,
      new Map([
        ['Q-1', created(4)],
        ['Q-2', end],
      ]),
    ),
    { lost: count(0), doubled: count(1) },
  );

  // Sent again because it is gone, it is there once.
  const undone = serveImperfectly().service;
  undone.take(body('Rex'), 'k0');
  undone.rollBack(1);
  undone.take(body('Rex'), 'k1');
  t.like(judgeRecord(undone.inserted(), [owe('Q-1', 'Rex')], new Map([['Q-1', created(4)]])), {
    lost: count(0),
    doubled: count(0),
    pretended: 0,
  });

  // Changed since, what it was is gone, and nobody has it.
  const changed = serveImperfectly().service;
  changed.take(body('Rex'), 'k0');
  changed.rollBack(1);
  changed.take(body('Max'), 'k1');
  t.like(judgeRecord(changed.inserted(), [owe('Q-1', 'Max')], new Map([['Q-1', created(4)]])), { unasked: 0 });
});

test('an animal sent under the key of another tenant is caught crossing, and one entered under that key is not', (t) => {
  const { service } = serveImperfectly();
  service.take(body('Rex'), 'k', false, 'other key');
  service.take(body('Luna'), 'k2', false, 'other key');
  const verdict = judgeRecord(
    service.inserted(),
    [owe('Q-1', 'Rex'), owe('Q-2', 'Luna', 'second')],
    new Map([
      ['Q-1', created(1)],
      ['Q-2', created(2)],
    ]),
  );
  t.like(verdict, { crossed: 1, lost: count(0), doubled: count(0) });
  t.regex(verdict.findings.join(), /Rex.*second tenant/);
});

test('a queue that is sent again after it was put back is caught doubling', (t) => {
  const { service } = serveImperfectly();
  const queue = ['Rex', 'Luna'];
  const send = () =>
    queue
      .map((name) => service.take(body(name), name))
      .map((taken) => (taken.type === 'created' ? created(Number(taken.pet.id)) : waiting()));
  send();
  const ends = send();
  t.like(
    judgeRecord(
      service.inserted(),
      [owe('Q-1', 'Rex'), owe('Q-2', 'Luna')],
      new Map([
        ['Q-1', ends[0]!],
        ['Q-2', ends[1]!],
      ]),
    ),
    { doubled: count(2) },
  );
});

test('what waits for nothing is stuck, and so is a program that still asks although the store healed', (t) => {
  const entry = (localId: string, state: 'queued' | 'checking' | 'review' | 'created', name = localId) => ({
    localId,
    state,
    name,
    categoryId: category,
  });
  t.deepEqual(findStuck([entry('Q-1', 'created'), entry('Q-2', 'review')], { state: 'online' }), []);
  t.deepEqual(findStuck([entry('Q-1', 'queued'), entry('Q-2', 'checking')], { state: 'online' }), [
    'Q-1 is stuck in queued',
    'Q-2 is stuck in checking',
  ]);
  t.deepEqual(
    findStuck([entry('Q-1', 'review', 'Rex'), entry('Q-2', 'queued', 'Rex')], { state: 'online' }),
    [],
    'it waits for its twin, and that for a person',
  );
  t.deepEqual(findStuck([], { state: 'changed' }), ['it still asks whether the store was reset, although all is well']);
  t.deepEqual(findStuck([], { state: 'changed' }, true), []);
});
