/** The operator corrects and removes animals, and is told who added them; clients learn of it by the change link. */
import { join } from 'node:path';
import test from 'ava';
import { runKeys, runPets, runUpkeep } from '../../source/service/commands/database-commands.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { outcomeOf } from './outcome-of.ts';
import { onPostgres } from './on-postgres.ts';
import { json, openService, type Running } from './start-service.ts';

const { test: testPostgres, needs, postgres } = await onPostgres();
let databases = 0;
const post = (name: string, headers = {}) => ({
  method: 'POST',
  body: { name, categoryId: 1, status: 'available' },
  headers,
});

type Event = { readonly id: string | null; readonly action: string; readonly actor: string; readonly detail: string };
type Sends = Pick<Running, 'send'>;
const changesOf = async ({ send }: Sends, path: string): Promise<string> =>
  /<\/v1([^>]+)>; rel="[^"]*\/rels\/changes"/.exec((await send({ path })).headers['link'] ?? '')![1]!;

for (const [name, declare, optionsOf] of [
  ['SQLite', test, () => Promise.resolve({})],
  [
    `PostgreSQL${needs}`,
    testPostgres,
    async () => ({ database: await postgres.createDatabase(`operator${(databases += 1)}`) }),
  ],
] as const) {
  declare(
    `a correction and a removal show at once, the change link tells them, and no id comes back, on ${name}`,
    async (t) => {
      const service = await openService(t, await optionsOf());
      const { send, database } = service;
      const keyed = { 'idempotency-key': '"rex"' };
      for (const each of ['Luna', 'Rx', 'Coco']) {
        t.is((await send(post(each, each === 'Rx' ? keyed : {}))).status, 201);
      }

      const beforeAny = (await changesOf(service, '/pets?limit=1')).replace('limit=1', 'limit=9');
      const known = await changesOf(service, '/pets');
      t.is((await send({ path: known })).status, 200);
      const said = await runPets('correct', {
        database,
        id: '2' as never,
        correction: { name: 'Rex', status: 'none' },
      });
      t.like(said, { before: { name: 'Rx', status: 'available' }, after: { id: 2, name: 'Rex', categoryId: 1 } });
      t.deepEqual(json(await send({ path: '/pets/2' })), { id: 2, name: 'Rex', categoryId: 1 });
      t.is((await send({ path: known })).status, 410, 'whoever knows it reads the whole list again');
      t.deepEqual(
        (json(await send({ path: beforeAny })) as { name: string }[]).map((pet) => pet.name),
        ['Rex', 'Coco'],
        'whoever read up to an animal before it goes on as ever',
      );

      const again = await changesOf(service, '/pets');
      t.like(await runPets('remove', { database, id: '3' as never }), { removed: { id: 3, name: 'Coco' } });
      t.is((await send({ path: '/pets/3' })).status, 404);
      t.is((await send({ path: again })).status, 410);
      await runPets('remove', { database, id: '2' as never });
      const repeated = await send(post('Rx', keyed));
      t.is(repeated.status, 201, 'a create that is repeated gets the answer of then');
      t.like(json(repeated), { id: 2, name: 'Rx' });
      t.is((json(await send({})) as unknown[]).length, 1, 'and adds nothing');
      t.true((json(await send(post('New'))) as { id: number }).id > 3, 'an id is never given again');

      await runUpkeep('backup', { database, file: join(temporaryFolder(t), 'backup') });
      const [made, ...events] = ((await runKeys('log', { database })) as { events: Event[] }).events;
      t.like(made, { id: '1', action: 'created' }, 'those of the keys are among them');
      t.deepEqual(
        events.map(({ id, action }) => [id, action]),
        [
          ['#2', 'corrected'],
          ['#3', 'removed'],
          ['#2', 'removed'],
          [null, 'backup'],
        ],
      );
      t.is(events[0]!.detail, 'name "Rx" to "Rex", status "available" to none');
      t.is(events[1]!.detail, '"Coco", "1", "available"');
      t.regex(events[0]!.actor, /@/);
    },
  );

  declare(`a store that was emptied takes no seed, which would give its ids again, on ${name}`, async (t) => {
    const { send, database, service } = await openService(t, await optionsOf());
    t.true(await service.seed([]), 'nothing was given yet');
    await send(post('Luna'));
    await runPets('remove', { database, id: '1' as never });
    for (const more of [{}, { id: '7' as never }]) {
      t.false(await service.seed([{ name: 'Old', categoryId: '1' as never, ...more }]));
    }

    t.deepEqual(json(await send({})), []);
    t.is((json(await send(post('New'))) as { id: number }).id, 2);
  });

  declare(`every animal is listed with the key that added it, as a seed for another store, on ${name}`, async (t) => {
    const { send, database, service } = await openService(t, await optionsOf());
    await service.seed([{ name: 'Old', categoryId: '9007199254740993' as never, id: '7' as never }]);
    await send(post('Luna'));
    const { animals } = (await runPets('export', { database })) as { animals: object[] };
    t.deepEqual(JSON.parse(JSON.stringify(animals)), [
      { id: 7, name: 'Old', categoryId: 9007199254740992, apiKeyId: null, apiKeyLabel: null },
      { id: 8, name: 'Luna', categoryId: 1, status: 'available', apiKeyId: '1', apiKeyLabel: 'test' },
    ]);
    t.true(JSON.stringify(animals).includes('"categoryId":9007199254740993'), 'to the last digit');
  });
}

test('what is not there, or would be no animal, is told, and nothing is changed', async (t) => {
  const { send, database } = await openService(t);
  await send(post('Luna'));
  const known = await changesOf({ send }, '/pets');
  const correct = (id: string, correction: object) =>
    outcomeOf(() => runPets('correct', { database, id: id as never, correction }));
  t.like(await correct('2', { name: 'Rex' }), { exit: 3, stderr: 'There is no animal 2. Nothing was changed.\n' });
  t.is((await outcomeOf(() => runPets('remove', { database, id: '2' as never }))).exit, 3);
  for (const [correction, why] of [
    [{}, /Say what to correct/],
    [{ categoryId: 'dogs' }, /categoryId must be a 64-bit integer\. Nothing was changed/],
    [{ name: 'x'.repeat(1001) }, /name must be at most 1000 characters/],
  ] as const) {
    const { exit, stderr } = await correct('1', correction);
    t.is(exit, 2, JSON.stringify(correction).slice(0, 50));
    t.regex(stderr, why);
  }

  t.is((await send({ path: known })).status, 200);
});
