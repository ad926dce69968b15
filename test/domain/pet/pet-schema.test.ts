import test from 'ava';
import * as z from 'zod/mini';
import { newPetSchema, petSchema, storedPetSchema } from '../../../source/domain/contract.ts';

const read = (schema: z.ZodMiniType, value: unknown): unknown => {
  const result = z.safeParse(schema, value);
  return result.success ? result.data : result.error.issues.map(({ message }) => message).join();
};
const no = 'is no animal';

test('an answer is read leniently where that costs nothing: unknown fields go, a status that is none is not set', (t) => {
  const rex = { id: 1, name: 'Rex', categoryId: 3n };
  const isRead = { id: '1', name: 'Rex', categoryId: '3' };
  t.deepEqual(read(petSchema, { ...rex, status: 'sold', colour: 'red' }), { ...isRead, status: 'sold' });
  for (const status of [undefined, null, '', 'asleep', 7]) {
    t.deepEqual(read(petSchema, { ...rex, status }), isRead, String(status));
  }
});

test('an answer is read strictly where a mistake would be believed: id, name and category', (t) => {
  const rex = { id: 1, name: 'Rex', categoryId: 3 };
  for (const wrong of [
    { ...rex, id: '1' },
    { ...rex, id: 1.5 },
    { ...rex, id: undefined },
    { ...rex, name: 7 },
    { ...rex, name: undefined },
    { ...rex, categoryId: '3' },
    { ...rex, categoryId: null },
    null,
    [rex],
    'Rex',
    7,
  ]) {
    t.is(read(petSchema, wrong), no, JSON.stringify(wrong));
  }
});

test('a text that waits to be sent needs no id; its status may be null, and nothing else that is none', (t) => {
  const rex = { name: 'Rex', categoryId: 3 };
  const isRead = { name: 'Rex', categoryId: '3' };
  t.deepEqual(read(newPetSchema, { ...rex, id: 9 }), isRead);
  t.deepEqual(read(newPetSchema, { ...rex, status: 'pending' }), { ...isRead, status: 'pending' });
  t.deepEqual(read(newPetSchema, { ...rex, status: null }), isRead);
  for (const wrong of [
    { ...rex, status: 'asleep' },
    { ...rex, status: 7 },
    { name: 'Rex' },
    { ...rex, name: null },
    null,
    [],
    undefined,
  ]) {
    t.is(read(newPetSchema, wrong), no, JSON.stringify(wrong));
  }
});

test('our own documents hold ids as strings, and are ours only if every field is right', (t) => {
  const rex = { id: '1', name: 'Rex', categoryId: '3' };
  t.deepEqual(read(storedPetSchema, { ...rex, status: 'sold' }), { ...rex, status: 'sold' });
  t.deepEqual(read(storedPetSchema, rex), rex);
  t.deepEqual(read(storedPetSchema, { ...rex, status: undefined }), rex);
  for (const wrong of [
    { ...rex, id: 1 },
    { ...rex, categoryId: 3 },
    { ...rex, name: 7 },
    { ...rex, status: null },
    { ...rex, status: 'asleep' },
    {},
  ]) {
    t.is(read(storedPetSchema, wrong), no, JSON.stringify(wrong));
  }
});
