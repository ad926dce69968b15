/** Whoever knows which animal theirs became need not wait until petstore has found out. */
import test, { type ExecutionContext } from 'ava';
import type { Int64 } from '../../source/domain/int64.ts';
import type { Pet } from '../../source/domain/pet.ts';
import { entered } from '../helpers/fake-engine.ts';
import { renderApp } from '../helpers/render-app.tsx';
import { keys } from '../helpers/terminal.ts';
import { attempt, lost, makeEntries, makePets } from './fixture/scene.ts';

const at = '2026-03-14T11:04:50.000Z';
const pet = (id: string, name: string, categoryId = '7'): Pet => ({
  id: id as Int64,
  name,
  categoryId: categoryId as Int64,
});

/** Coco of category 7 was sent, and its answer lost; #30 and #31 look like it, and #31 was there before. */
async function loseCoco(t: ExecutionContext, size: readonly [number, number] = [80, 24]) {
  const app = await renderApp(t, {
    size,
    engine: { pets: [...makePets(12), pet('30', 'Coco'), pet('31', 'Coco'), pet('32', 'Coco', '2')] },
  });
  app.engine.record('Q-3', { ...attempt(0), alike: ['31' as Int64] }, { ...lost(), at });
  await app.waitFor(/Q-3 +Coco +checking 0:00/u);
  app.clock.now += 600;
  return app;
}

test('the row counts the time, the foot tells when the store is asked, and Enter asks which one it is', async (t) => {
  const app = await loseCoco(t, [120, 40]);
  app.pass(42_000);
  await app.waitFor(/Q-3 +Coco +checking 0:42/u);
  await app.waitFor(/Enter if you know which one it/u);
  app.press(keys.enter);
  const asked = (await app.waitFor('Did Coco arrive?')).join('\n');
  t.regex(asked, /1 +It is #30\b/u);
  t.notRegex(asked, /It is #31|It is #32|It did not arrive/u);
  t.regex(asked, /petstore goes on checking/u);
  app.clock.now += 400;
  app.press(keys.enter);
  const next = await app.waitFor('Q-3 is #30 Coco. u asks again.');
  t.notRegex(next.join('\n'), /Did Coco arrive/u, 'the next one is asked about');
  t.deepEqual(app.engine.asked.slice(-1), ['adopt Q-3']);
  app.press('u');
  const again = await app.waitFor('Q-3 is being checked again.');
  t.regex(again.join('\n'), /Did Coco arrive/u, 'the card is about the animal that is marked in the list');
  t.is(app.engine.snapshot().entries.find(({ localId }) => localId === 'Q-3')?.state, 'checking');
});

test('the bar stays on its answer while others come and go, and on none that was not chosen', async (t) => {
  const app = await loseCoco(t);
  app.press(keys.enter);
  await app.waitFor('Did Coco arrive?');
  app.clock.now += 400;
  app.press('1');
  await app.waitFor(/^ > 1 .*It is #30/u);
  app.engine.show({ pets: [...makePets(12), pet('29', 'Coco'), pet('30', 'Coco'), pet('31', 'Coco')] });
  await app.waitFor(/^ > 2 .*It is #30/u);
  app.engine.show({ pets: [...makePets(12), pet('29', 'Coco')] });
  await app.waitFor(/^ > 3 .*I do not know yet/u);
  app.press(keys.enter);
  await app.waitFor('[1 All]');
  t.deepEqual(app.asked('adopt'), []);
});

test('an animal that may be the lost one is not said to have stood there before the log began', async (t) => {
  const app = await loseCoco(t, [120, 40]);
  app.engine.show({ recorded: [{ at, kind: 'new', id: '7' as Int64, name: 'Another' }] });
  app.engine.record('Q-3', { kind: 'looked-at-once', at, ids: ['30' as Int64] });
  app.press('/', 'Coco', keys.enter, 'G');
  await app.waitFor(/First seen +before 11:04/u);
  app.press('k');
  t.notRegex((await app.waitFor('#30  Coco')).join('\n'), /First seen/u);
});

test('the heading tells that all wait for one whose answer was an error', async (t) => {
  const app = await renderApp(t, {
    size: [80, 24],
    engine: { entries: [...makeEntries(), [entered('Q-9', pet('0', 'Kiwi'), at)]] },
  });
  app.engine.record('Q-3', attempt(0), {
    ...lost(),
    result: { type: 'unknown', problem: { code: 'oops', message: 'The store failed.', status: 500 } },
  });
  await app.waitFor(/Queued +\d +wait for Q-3$/u);
  t.pass();
});
