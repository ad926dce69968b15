import test from 'ava';
import type { Int64 } from '../../../source/domain/int64.js';
import { doIdsRise, haveIdsRisen, learnIds } from '../../../source/sync/evidence/footprint.js';

test('ids are taken to rise until an answer shows that they do not, and again after many that rose', (t) => {
  const [low, random] = ['29', '8807454731719499197'] as Int64[] as [Int64, Int64];
  t.true(doIdsRise(undefined, low));
  t.false(doIdsRise(undefined, random), 'nothing has counted so far');
  t.false(doIdsRise({ above: 0 }, '9007199254740992' as Int64));
  t.true(doIdsRise({ above: 0 }, '9007199254740991' as Int64));
  t.false(doIdsRise({ above: 2 }, random));
  t.true(doIdsRise({ above: 3 }, random));
  t.false(doIdsRise({ above: 19, fell: true }, low));
  t.true(doIdsRise({ above: 20, fell: true }, low));
});

test('that ids rose is proven by three answers in a row, or twenty after one that fell', (t) => {
  t.false(haveIdsRisen(undefined));
  t.false(haveIdsRisen({ above: 2 }));
  t.true(haveIdsRisen({ above: 3 }));
  t.false(haveIdsRisen({ above: 19, fell: true }));
  t.true(haveIdsRisen({ above: 20, fell: true }));
});

test('an answer says of ids whether its own was above all that was known', (t) => {
  const learn = (
    seen: Parameters<typeof learnIds>[0],
    ...answers: readonly (readonly [id: string, highest: string | undefined])[]
  ): Parameters<typeof learnIds>[0] =>
    answers.reduce((all, [id, highest]) => learnIds(all, id as Int64, highest as Int64 | undefined), seen);
  t.is(learn(undefined, ['5', undefined]), undefined);
  t.deepEqual(learn(undefined, ['5', '4'], ['6', '5']), { above: 2 });
  t.deepEqual(learn({ above: 2 }, ['5', '6']), { above: 0, fell: true });
  t.deepEqual(learn({ above: 2 }, ['6', '6']), { above: 0, fell: true });
  t.deepEqual(learn({ above: 0, fell: true }, ['7', '6']), { above: 1, fell: true });
  const most: Parameters<typeof learnIds>[0] = { above: 20 };
  t.is(learn(most, ['7', '6']), most, 'more are not counted');
});
