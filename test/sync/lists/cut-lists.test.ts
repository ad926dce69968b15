import test from 'ava';
import { isLikeCap } from '../../../source/sync/lists/read-list.js';
import { openEngine, setScene } from '../../helpers/open-engine.js';

test('a list may be cut off at the lengths that people choose for a page', (t) => {
  for (const rows of [5, 8, 10, 12, 16, 20, 24, 25, 32, 36, 48, 50, 64, 75, 96, 99, 101, 128, 1000]) {
    t.true(isLikeCap(rows), String(rows));
  }

  for (const rows of [0, 1, 3, 7, 11, 13, 21, 33, 49, 51, 63, 98]) {
    t.false(isLikeCap(rows), String(rows));
  }
});

test('the timer’s look at a list that is cut off is as late as a person’s', async (t) => {
  const { service, engine, age, sync, folder, clock } = await setScene(t, { link: false });
  for (let count = 0; count < 105; count += 1) {
    service.insert({ name: `Pet ${count}`, categoryId: 1 });
  }

  await sync();
  age();
  const now = clock.now();
  t.true(await engine.refresh('all', 'news', new AbortController().signal));
  const { fetchedAt, complete } = engine.snapshot().lists.all;
  t.false(complete);
  t.true(Date.parse(fetchedAt ?? '') >= now, fetchedAt);
  await engine.stop();
  const next = openEngine(t, folder, service, { clock });
  await next.load();
  t.is(next.snapshot().lists.all.fetchedAt, fetchedAt);
});
