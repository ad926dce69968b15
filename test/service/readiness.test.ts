import test from 'ava';
import { createReadiness } from '../../source/service/operation/health.ts';

test('however many ask, the database is asked once a second, and one that is slow is not asked again meanwhile', async (t) => {
  let now = 0;
  let asked = 0;
  let answer: PromiseWithResolvers<void>;
  const isReady = createReadiness(
    () => {
      asked += 1;
      answer = Promise.withResolvers();
      return answer.promise;
    },
    { uptime: () => now },
    1000,
  );
  const [first, second] = [isReady(), isReady()];
  now = 5000;
  const third = isReady();
  t.is(asked, 1);
  answer!.resolve();
  await Promise.all([first, second, third]);
  now += 999;
  await isReady();
  t.is(asked, 1);

  now += 1;
  const failed = isReady();
  t.is(asked, 2);
  answer!.reject(new Error('away'));
  await t.throwsAsync(failed, { message: 'away' });
  await t.throwsAsync(isReady(), { message: 'away' }, 'kept too');
  now += 1000;
  const again = isReady();
  answer!.resolve();
  await t.notThrowsAsync(again);
});
