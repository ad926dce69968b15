import test from 'ava';
import { type Entry, type EntryState, entryStates } from '../../source/domain/entry.ts';
import type { Int64 } from '../../source/domain/int64.ts';
import { canRest, doneBy, isAllowed, isForMany, type QueueVerb, toRecord, verbs } from '../../source/domain/verbs.ts';

const all = Object.keys(verbs) as QueueVerb[];
const at = '2026-11-23T10:00:00.000Z';
const allowedIn = (entry: Parameters<typeof isAllowed>[1]): readonly QueueVerb[] =>
  all.filter((verb) => isAllowed(verb, entry));

const allowed: Readonly<Record<EntryState, readonly QueueVerb[]>> = {
  queued: ['edit', 'retry', 'hold', 'discard', 'reopen'],
  sending: [],
  checking: ['edit', 'hold', 'discard', 'adopt'],
  rejected: ['edit', 'retry', 'hold', 'discard'],
  review: ['discard', 'adopt', 'sendAgain'],
  held: ['edit', 'release', 'discard'],
  created: ['reopen'],
  discarded: ['restore'],
};
for (const state of entryStates) {
  test(`an animal that is ${state} allows what makes sense for it, and nothing else`, (t) => {
    t.deepEqual(allowedIn({ state }), allowed[state]);
  });
}

test('one that is gone from the store can be sent again, and one that waits for that answer only as it stands', (t) => {
  t.deepEqual(allowedIn({ state: 'created', gone: at }), ['reopen', 'sendAgain']);
  t.deepEqual(allowedIn({ state: 'queued', gone: at }), allowed.queued);
  t.deepEqual(allowedIn({ state: 'checking', ifAbsent: 'held' }), ['edit', 'release', 'discard', 'adopt']);
  t.deepEqual(allowedIn({ state: 'checking', ifAbsent: 'discarded' }), ['restore', 'adopt']);
});

test('what a form holds a person can hold too, and the form lets go of nothing that a person holds', (t) => {
  const byForm = { kind: 'held', at, byForm: true } as const;
  const byPerson = { kind: 'held', at } as const;
  const held = (...history: Entry['history']) => ({ state: 'held', history }) as const;
  t.deepEqual(allowedIn(held(byPerson, byForm)), ['edit', 'hold', 'release', 'discard']);
  t.deepEqual(allowedIn(held(byForm, byPerson)), allowed.held);
  t.true(isAllowed('release', held(byForm), { byForm: true }));
  t.false(isAllowed('release', held(byForm, byPerson), { byForm: true }));
  t.false(isAllowed('hold', held(byForm, byPerson), { byForm: true }));
  t.deepEqual(toRecord('hold', { at, byForm: true }), byForm);
});

test('a record carries what its verb was given, and no more', (t) => {
  const pet = { id: '7' as Int64, name: 'Rex', categoryId: '3' as Int64 };
  const restsUntil = '2026-11-23T10:00:05.000Z';
  const given = { at, body: '{}', key: 'k', restsUntil, pet };
  const made = (verb: QueueVerb, more: Partial<typeof given>): unknown => toRecord(verb, { at, ...more });
  t.deepEqual(made('edit', given), { kind: 'edited', at, body: '{}', key: 'k', restsUntil });
  t.deepEqual(made('edit', { body: '{}', key: 'k' }), { kind: 'edited', at, body: '{}', key: 'k' });
  t.deepEqual(made('hold', given), { kind: 'held', at });
  t.deepEqual(made('release', given), { kind: 'released', at, restsUntil });
  t.deepEqual(made('release', {}), { kind: 'released', at });
  t.deepEqual(made('restore', { restsUntil }), { kind: 'restored', at, restsUntil });
  t.deepEqual(made('restore', {}), { kind: 'restored', at });
  t.deepEqual(made('adopt', given), {
    kind: 'adopted',
    at,
    pet,
    by: 'person',
    evidence: 'You said that it is #7.',
  });
  t.deepEqual(made('sendAgain', given), { kind: 'sent-again', at, key: 'k', restsUntil });
  t.deepEqual(made('sendAgain', {}), { kind: 'sent-again', at });
});

test('only what is brought out again or changed may rest, and only a decision to send goes round every pause', (t) => {
  t.deepEqual(all.filter(canRest), ['edit', 'release', 'restore', 'sendAgain']);
  t.deepEqual(
    all.filter((verb) => verbs[verb].isSentNow),
    ['retry', 'sendAgain'],
  );
});

test('many animals are changed at once by what can be taken back, or tried again', (t) => {
  t.deepEqual(all.filter(isForMany), ['edit', 'retry', 'hold', 'release', 'discard', 'restore']);
});

test('what a person did is told in the past of the verb', (t) => {
  t.is(doneBy('discarded'), 'discarded');
  t.is(doneBy('sent-again'), 'sent again');
  t.is(doneBy('looked'), 'looked', 'no act of a person');
});
