/** Names that a service may well store otherwise than they were sent. */
import test from 'ava';
import { rex, setScene } from '../../helpers/open-engine.js';

for (const [what, name, names] of [
  ['NFD accents that the service composes', 'Zoe\u0308', 'nfc'],
  ['trailing spaces trimmed by the service', '  Rex  ', 'trimmed'],
  ['emoji', '🐕‍🦺 Rex 👩‍👩‍👧', 'kept'],
  ['a name of control characters and quotes', 'R\u0007e"x\\\n', 'kept'],
] as const) {
  test(`${what}: the animal whose answer was lost is recognised`, async (t) => {
    const { service, engine, sync, entry } = await setScene(t, { names });
    service.next('insert-then-drop');
    const { localId } = await engine.add({ ...rex, name });
    await sync();
    t.like(await entry(localId), { state: 'created', petId: '1', name });
    t.is(service.inserted().length, 1);
  });
}

test('a service seen to trim names is believed about an absence: the animal would be recognised', async (t) => {
  const { service, engine, sync, entry, acquaint } = await setScene(t, { names: 'trimmed' });
  await acquaint();
  await engine.add({ ...rex, name: 'First ' });
  await sync();
  t.deepEqual((await entry('Q-1')).differences, ['name']);
  service.next('drop');
  const { localId } = await engine.add(rex);
  await sync();
  t.like(await entry(localId), { state: 'created', attempts: 2 });
  t.is(service.inserted().length, 4);
});

test('a service that writes names otherwise is believed about an absence, as nothing near came', async (t) => {
  const { service, engine, sync, entry } = await setScene(t, { names: 'upper' });
  await engine.add({ ...rex, name: 'First' });
  await sync();
  service.next('drop');
  const { localId } = await engine.add(rex);
  await sync();
  t.like(await entry(localId), { state: 'created', attempts: 2 });
  t.is(service.inserted().length, 2);
});

test('the very first name is written otherwise and its answer lost: a person decides, with the newcomer at hand', async (t) => {
  const { service, engine, sync, entry } = await setScene(t, { names: 'upper' });
  service.next('insert-then-drop');
  const { localId } = await engine.add(rex);
  await sync();
  t.like(await entry(localId), { state: 'review', review: { candidates: [{ name: 'REX' }] } });
  t.is(service.inserted().length, 1);
});
