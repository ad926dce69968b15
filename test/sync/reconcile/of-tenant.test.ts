import test from 'ava';
import type { Entry } from '../../../source/domain/entry.js';
import type { EngineState } from '../../../source/sync/state.js';
import { ofTenant } from '../../../source/sync/reconcile/ownership.js';

type Engine = Pick<EngineState, 'local' | 'credential'>;

function engineWith(groups: readonly (readonly string[])[]): {
  readonly engine: Engine;
  readonly asked: { key: number; groups: number };
} {
  const asked = { key: 0, groups: 0 };
  const knowledge = {
    areSame(a: string, b: string) {
      asked.groups += 1;
      return a === b || groups.some((group) => group.includes(a) && group.includes(b));
    },
  };
  const engine = {
    local: { knowledge },
    get credential() {
      asked.key += 1;
      return 'now';
    },
  } as unknown as Engine;
  return { engine, asked };
}

const entered = { kind: 'entered' };
const attempt = (credential: string) => ({ kind: 'attempt', credential });
const entryOf = (credential: string | undefined, ...later: readonly object[]): Entry =>
  ({ credential, history: [entered, ...later] }) as unknown as Entry;

test('an entry is of the key that it was last sent with, else of the one it was entered under; one without is of any', (t) => {
  const isMine = ofTenant(engineWith([['now', 'former']]).engine);
  t.true(isMine(entryOf('now')));
  t.true(isMine(entryOf('former')));
  t.false(isMine(entryOf('other')));
  t.true(isMine(entryOf(undefined)));
  t.true(isMine(entryOf('other', attempt('now'))));
  t.false(isMine(entryOf('now', attempt('other'))));
  t.true(isMine(entryOf('other', attempt('none'))));
});

test('of thousands of entries of the present key neither the key nor its groups are asked for one by one', (t) => {
  const { engine, asked } = engineWith([]);
  const entries = Array.from({ length: 1000 }, () => entryOf('now'));
  t.is(entries.filter(ofTenant(engine)).length, 1000);
  t.deepEqual(asked, { key: 1, groups: 0 });
});
