import test from 'ava';
import * as z from 'zod/mini';
import { newPetSchema } from '../../../source/domain/contract.ts';

const read = (schema: z.ZodMiniType, value: unknown): unknown => {
  const result = z.safeParse(schema, value);
  return result.success ? result.data : result.error.issues.map(({ message }) => message).join();
};
const no = 'is no animal';

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
