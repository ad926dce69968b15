import test from 'ava';
import { toInt64 } from '../../../source/domain/int64.js';
import { systemClock } from '../../../source/platform/clock.js';
import { serialiseNewPet } from '../../../source/platform/wire-json.js';
import { createRemote } from '../../../source/remote/remote.js';
import { createFaultService } from '../fault-service/fault-service.js';
import { check, isClean, type End, type InsertRecord, type Promised } from './checker.js';

const category = toInt64(3)!;
const body = (name: string) => serialiseNewPet({ name, categoryId: category });
const promise = (localId: string, name: string, acknowledged: Promised['acknowledged'] = 'yes'): Promised => ({ localId, name, categoryId: category, acknowledged });
const insert = (id: number, name: string, by: InsertRecord['by'] = 'request'): InsertRecord => ({ id: toInt64(id)!, body: body(name), by });
const created = (id: number): End => ({ type: 'created', id: toInt64(id)! });
const waiting = (state = 'checking'): End => ({ type: 'waiting', state });
const judge = (inserts: InsertRecord[], promises: Promised[], ends: Record<string, End>) => check(inserts, promises, new Map(Object.entries(ends)));
const count = (certain: number, possible = 0) => ({ certain, possible });

test('everything once, or waiting and visible, is clean', (t) => {
  const verdict = judge(
    [insert(1, 'Rex'), insert(2, 'Luna'), insert(9, 'Luna', 'colleague')],
    [promise('Q-1', 'Rex'), promise('Q-2', 'Luna'), promise('Q-3', 'Coco'), promise('Q-4', 'Momo', 'no'), promise('Q-5', 'Kiki', 'unknown')],
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
    t.like(judge([insert(1, 'Rex'), insert(2, 'Rex')], [promise('Q-1', 'Rex')], { 'Q-1': end }), { lost: count(0), doubled: count(1) });
  }
  t.like(judge([insert(1, 'Rex'), insert(2, 'Rex')], [promise('Q-1', 'Rex', 'unknown')], {}), { doubled: count(1) });
});

test('a vanished entry whose animal arrived is not lost', (t) => {
  t.true(isClean(judge([insert(1, 'Rex')], [promise('Q-1', 'Rex')], {})));
});

test('a claim of an id the service never gave is pretended, and lost where nothing else is there', (t) => {
  t.like(judge([], [promise('Q-1', 'Rex')], { 'Q-1': created(7) }), { pretended: 1, lost: count(1) });
  t.like(judge([insert(9, 'Rex', 'colleague')], [promise('Q-1', 'Rex')], { 'Q-1': created(9) }), { pretended: 1, lost: count(1) });
  t.like(judge([insert(1, 'Rex')], [promise('Q-1', 'Rex')], { 'Q-1': created(9) }), { pretended: 1, lost: count(0), doubled: count(0) });
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
  t.like(judge([insert(1, 'Rex'), insert(2, 'Rex')], two, { 'Q-1': created(1), 'Q-2': waiting() }), { lost: count(0), doubled: count(0, 1) });
});

test('an animal nobody was promised is unasked', (t) => {
  t.like(judge([insert(1, 'Rex')], [], {}), { unasked: 1 });
  t.like(judge([insert(1, 'Rex')], [promise('Q-1', 'Rex', 'no')], {}), { unasked: 1 });
});

test('a sender that resends after every unknown outcome is caught doubling, one that drops is caught losing', async (t) => {
  const run = async (policy: 'resend' | 'drop') => {
    const service = await createFaultService();
    const remote = createRemote({ baseUrl: service.baseUrl, apiKey: service.apiKey, userAgent: 'test', clock: systemClock });
    service.next(policy === 'resend' ? 'insert-then-drop' : 'drop');
    const send = () => remote.create(body('Rex'), 'k', new AbortController().signal);
    const first = await send();
    const outcome = policy === 'resend' && first.type === 'unknown' ? await send() : first;
    remote.close();
    await service.stop();
    return check(service.inserted(), [promise('Q-1', 'Rex')], new Map(outcome.type === 'created' ? [['Q-1', { type: 'created', id: outcome.pet.id }]] : []));
  };
  t.like(await run('resend'), { lost: count(0), doubled: count(1) });
  t.like(await run('drop'), { lost: count(1), doubled: count(0) });
});
