import test from 'ava';
import { openEngine, setScene } from '../../helpers/open-engine.js';

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
