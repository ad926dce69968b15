/** An animal that rests is sent by nobody: not by the window that it was entered in, and not by another program. */
import test from 'ava';
import { createMovableClock, openEngine, rex, setScene } from '../helpers/open-engine.ts';
import { systemClock } from '../../source/platform/time/clock.ts';
import { until } from '../helpers/until.ts';

test('no program sends an animal before its rest is over, and then it is sent by itself', async (t) => {
  const { clock, pass } = createMovableClock();
  const { service, folder, engine: window } = await setScene(t, {}, { clock });
  const { localId, restsUntil } = await window.add(rex, { restMs: 30_000 });
  t.true(Date.parse(restsUntil ?? '') > clock.now() + 20_000);
  const other = openEngine(t, folder, service, { clock });
  await other.send(localId, AbortSignal.timeout(60_000), 0);
  t.deepEqual(service.pets(), []);
  window.start();
  await until('the window is online', () => window.snapshot().connection.state === 'online');
  t.deepEqual(service.pets(), []);
  pass(31_000);
  await other.send(localId, AbortSignal.timeout(60_000));
  t.is(service.pets().length, 1);
});

test('a person who tries it again ends the rest, and one of a clock that was set back is none', async (t) => {
  let setBack = 0;
  const clock = { ...systemClock, now: () => systemClock.now() - setBack };
  const { engine } = await setScene(t, {}, { clock });
  const first = await engine.add(rex, { restMs: 30_000 });
  t.is((await engine.retry(first.localId)).restsUntil, undefined);
  t.is((await engine.send(first.localId, AbortSignal.timeout(60_000), 0)).state, 'created');
  const second = await engine.add({ ...rex, name: 'Rolf' }, { restMs: 600_000 });
  t.true(Date.parse(second.restsUntil ?? '') <= clock.now() + 60_000);
  setBack = 3_600_000;
  t.is((await engine.send(second.localId, AbortSignal.timeout(60_000), 0)).state, 'created');
});

test('what is restored, released or changed rests again where that is asked for, and goes at once where it is not', async (t) => {
  const { clock, pass } = createMovableClock();
  const { service, engine } = await setScene(t, {}, { clock });
  const { localId } = await engine.add(rex);
  await engine.discard(localId);
  t.true(Date.parse((await engine.restore(localId, { restMs: 5000 })).restsUntil ?? '') > clock.now());
  await engine.send(localId, AbortSignal.timeout(60_000), 0);
  t.deepEqual(service.pets(), []);
  await engine.hold(localId);
  await engine.changeMany([{ action: 'release', localId, restMs: 20_000 }]);
  pass(6000);
  await engine.send(localId, AbortSignal.timeout(60_000), 0);
  t.deepEqual(service.pets(), []);
  await engine.edit(localId, { ...rex, name: 'Rolf' });
  pass(1000);
  await engine.changeMany([{ action: 'edit', localId, pet: rex, restMs: 30_000 }]);
  pass(15_000);
  await engine.send(localId, AbortSignal.timeout(60_000), 0);
  t.deepEqual(service.pets(), [], 'it rests anew once it is changed back');
  await engine.hold(localId);
  t.is((await engine.release(localId)).restsUntil, undefined);
  t.is((await engine.send(localId, AbortSignal.timeout(60_000), 0)).state, 'created');
});
