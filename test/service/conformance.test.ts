import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'ava';
import { createService, type Service } from '../../source/service/server.ts';
import { cases } from '../conformance/cases.ts';
import { checkCase } from '../conformance/check-case.ts';
import { prepare } from '../conformance/prepare.ts';

let folder: string;
let service: Service;
let target: { baseUrl: string; apiKey: string; pet: string };

test.before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'petstore-conformance-'));
  service = await createService({ database: path.join(folder, 'pets.sqlite') });
  // As anybody's store may hold, whose first page is full of the same.
  await service.seed(Array.from({ length: 101 }, () => ({ name: 'Old', categoryId: '1' as never, status: 'sold' })));
  const { apiKey } = await service.keys.create();
  const { baseUrl } = await service.listen({ host: '127.0.0.1', port: 0 });
  target = { baseUrl, apiKey, pet: await prepare({ baseUrl, apiKey }) };
});

test.after.always(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

for (const one of cases) {
  test(`${one.label}: ${one.title}`, async (t) => {
    t.deepEqual(await checkCase(target, one), []);
  });
}
