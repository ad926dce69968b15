/**
 * Stores that write names their own way, and people at the store who correct what they see: a lost answer about such an
 * animal never ends in a second one. Settled by a person, if the store shows something that may be it.
 */
import test from 'ava';
import { toInt64 } from '../../../source/domain/int64.ts';
import type { Manners } from '../../helpers/fault-service/store.ts';
import { imagineStore } from '../../helpers/imagined-store.ts';

const hourMs = 3_600_000;

const rewritings: readonly (readonly [Manners['names'], string])[] = [
  ['escaped', "O'Malley"],
  ['escaped', 'Salt & Pepper'],
  ['typographic', "O'Malley"],
  ['latin', 'Луна'],
  ['latin', 'Zoë 猫'],
  ['no-emoji', 'Max 🐾'],
  ['cut-at-emoji', 'Max 🐾 44'],
  ['no-tags', 'Rex <b>the first</b>'],
  ['no-tags', 'Back\\slash'],
  ['cut', 'Archibald the Second'],
];

for (const [names, name] of rewritings) {
  test(`names are stored ${names}, and plain ones as they are: ${name} is not sent a second time after a lost answer`, async (t) => {
    const store = imagineStore(t, { names });
    store.seed('Old', 7);
    for (const plain of ['Ada', 'Bella', 'Coco']) {
      t.like(await store.add({ name: plain }), { state: 'created' });
    }

    await store.add({ name }, 'insert-then-drop');
    await store.sync();
    t.is(store.posted(name), 1);
    t.like(await store.entry('Q-4'), { state: 'review' });
  });
}

test('at a store that escapes names one that never arrived is sent again, as nothing new is there', async (t) => {
  const store = imagineStore(t, { names: 'escaped' });
  store.seed('Old', 7);
  await store.acquaint();
  await store.add({ name: 'Ada' });
  await store.add({ name: "O'Malley" }, 'drop');
  await store.sync();
  t.is(store.posted("O'Malley"), 1);
  t.like(await store.entry('Q-2'), { state: 'created' });
});

for (const [name, names] of [
  ['Zoe\u0308', 'nfc'],
  ['  Rex  ', 'trimmed'],
  ['R\u0007e"x\\\n', 'kept'],
] as const) {
  test(`${JSON.stringify(name)} is recognised after a lost answer, at a store where names are ${names}`, async (t) => {
    const store = imagineStore(t, { names });
    store.seed('Old', 7);
    await store.add({ name }, 'insert-then-drop');
    await store.sync();
    t.like(await store.entry('Q-1'), { state: 'created', name, petId: '8' });
    t.is(store.posted(name), 1);
  });
}

test('answers repeat what was sent, and lists show what is stored: that is noticed before a lost answer', async (t) => {
  const store = imagineStore(t, { names: 'escaped', answersAsSent: true });
  store.seed('Old', 7);
  for (const name of ["D'Artagnan", "Ma'am", 'Ben']) {
    t.like(await store.add({ name }), { state: 'created' });
  }

  await store.sync();
  await store.add({ name: "O'Malley" }, 'insert-then-drop');
  await store.sync();
  t.is(store.posted("O'Malley"), 1);
  t.like(await store.entry('Q-4'), { state: 'review' });
});

const corrections = [
  ['category', { categoryId: toInt64(8)! }],
  ['status', { status: 'sold' }],
] as const;

for (const [what, change] of corrections) {
  test(`the desk corrects the ${what} before the field looks again: it is not sent a second time`, async (t) => {
    const store = imagineStore(t);
    store.seed('Old', 7);
    await store.add({ name: 'A long enough name' });
    await store.lose({ name: 'Rex' });
    await store.pass(hourMs);
    store.service.correct(toInt64(9)!, change);
    await store.sync();
    t.is(store.posted('Rex'), 1);
    t.like(await store.entry('Q-2'), { state: 'review' });
  });
}
