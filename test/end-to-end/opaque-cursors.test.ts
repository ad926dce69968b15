import test from 'ava';
import { runProgram } from '../helpers/program.js';
import { temporaryFolder } from '../helpers/temporary-folder.js';
import { createFaultService } from '../helpers/fault-service/fault-service.js';

test('a store with opaque cursors is read to its end, and an animal whose answer was lost there is added once', async (t) => {
  const store = await createFaultService({ hidesCursors: true, imperfections: { cap: 10 } });
  t.teardown(() => store.stop());
  for (let number = 1; number <= 45; number += 1) {
    store.insert({ name: `Old ${number}`, categoryId: 1 });
  }

  const home = temporaryFolder(t);
  const env = { PETSTORE_BASE_URL: store.baseUrl, PETSTORE_API_KEY: store.apiKey, PETSTORE_SETTLE: '300ms' };
  const type = (...args: readonly string[]) => runProgram(home, args, { env });

  t.like(JSON.parse((await type('list', '--json')).stdout), { complete: true, pets: { length: 45 } });
  await type('add', '--name', 'Rex', '--category', '3');
  store.next('insert-then-drop');
  await type('add', '--name', 'Bella', '--category', '3');
  await type('sync', '--timeout', '20s');

  t.deepEqual(
    store
      .pets()
      .map(({ name }) => name)
      .filter((name) => !name.startsWith('Old')),
    ['Rex', 'Bella'],
  );
  const { entries } = JSON.parse((await type('queue', 'list', '--all', '--json')).stdout) as {
    readonly entries: readonly { readonly name: string; readonly state: string }[];
  };
  t.deepEqual(entries.map(({ name, state }) => `${name} ${state}`).toSorted(), ['Bella created', 'Rex created']);
});
