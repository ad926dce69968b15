import test from 'ava';
import { createStore, type Store, firstTenant, ordinaryManners } from '../../helpers/fault-service/store.ts';
import { toInt64 } from '../../../source/domain/int64.ts';
import { serialiseNewPet } from '../../../source/platform/json/json.ts';
import { check, isClean, type End, type InsertRecord, type Promised } from './checker.ts';
import { findStuck } from './find-stuck.ts';
import { judgeRecord } from './judge-record.ts';

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

/** A service of two tenants with three animals. */
function serve(): Store {
  const service = createStore(ordinaryManners, {
    now: () => 0,
    random: () => 0,
    tenantOf: (credential) => (credential === 'other key' ? 'second' : firstTenant),
  });
  for (const name of ['Ada', 'Bob', 'Cleo']) {
    service.insert({ name, categoryId: 1 });
  }

  return service;
}

const owe = (localId: string, name: string, tenant = firstTenant) => ({ ...promise(localId, name), tenant });

test('what a service rolled back is neither lost nor doubled, and asked for by somebody', (t) => {
  // Sent again because it is gone, it is there once.
  const undone = serve();
  undone.take(body('Rex'), 'k0');
  undone.rollBack(1);
  undone.take(body('Rex'), 'k1');
  t.like(judgeRecord(undone.inserted(), [owe('Q-1', 'Rex')], new Map([['Q-1', created(4)]])), {
    lost: count(0),
    doubled: count(0),
    pretended: 0,
  });

  // Changed since, what it was is gone, and nobody has it.
  const changed = serve();
  changed.take(body('Rex'), 'k0');
  changed.rollBack(1);
  changed.take(body('Max'), 'k1');
  t.like(judgeRecord(changed.inserted(), [owe('Q-1', 'Max')], new Map([['Q-1', created(4)]])), { unasked: 0 });
});

test('an animal sent under the key of another tenant is caught crossing, and one entered under that key is not', (t) => {
  const service = serve();
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
