import test from 'ava';
import type { Entry } from '../../../source/domain/entry.ts';
import { ofPresentKey } from '../../../source/sync/reconcile/ownership.ts';

const entered = { kind: 'entered' };
const attempt = (credential: string) => ({ kind: 'attempt', credential });
const entryOf = (credential: string | undefined, ...later: readonly object[]): Entry =>
  ({ credential, history: [entered, ...later] }) as unknown as Entry;

test('an entry is of the key that it was last sent with, else of the one it was entered under; one without is of any', (t) => {
  const knowledge = { ours: [], apiKeys: ['former', 'now'], refusedKeys: ['mistyped'] };
  const isOwn = ofPresentKey({ credential: 'now', knowledge });
  t.true(isOwn(entryOf('now')));
  t.true(isOwn(entryOf('former')), 'it showed the same store');
  t.true(isOwn(entryOf('mistyped')), 'it is no store');
  t.false(isOwn(entryOf('other')));
  t.true(isOwn(entryOf(undefined)));
  t.true(isOwn(entryOf('other', attempt('now'))));
  t.false(isOwn(entryOf('now', attempt('other'))));
  t.true(isOwn(entryOf('other', attempt('none'))));
});

test('under a key that is not known yet only what was entered under it is sent', (t) => {
  const isOwn = ofPresentKey({ credential: 'new', knowledge: { ours: [], apiKeys: ['former'] } });
  t.true(isOwn(entryOf('new')));
  t.false(isOwn(entryOf('former')));
});
