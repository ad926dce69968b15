import test from 'ava';
import { openWorldHere } from '../../../helpers/command-world.ts';

const coco = ['add', '--name', 'Coco', '--category', '7'];

test('working offline holds for every command until it is ended, and each says so', async (t) => {
  const { run, json, service } = await openWorldHere(t);
  const begun = await json(['offline']);
  t.like(begun, { code: 0, json: { workingOffline: true, waiting: 0 } });
  t.regex(
    begun.stderr,
    /^Working offline: no petstore that uses this home sends to this store, not even after a restart, until `petstore online`\./,
  );
  const added = await json(coco);
  t.like(added, { code: 0, json: { outcome: 'queued', localId: 'Q-1', reason: 'working-offline' } });
  t.regex(
    added.stderr,
    /^Queued as Q-1\. You have been working offline since [-\d]{10} \d\d:\d\d; `petstore online` ends that\.$/m,
  );
  t.regex(
    (await run([...coco, '--no-wait'])).stderr,
    /^Queued as Q-2\. You have been working offline since .*; `petstore online` ends that\.$/m,
  );
  const synced = await json(['sync']);
  t.like(synced, {
    code: 8,
    json: { connection: 'working-offline', created: [], waiting: 2, refreshed: false } as never,
  });
  t.regex(synced.stderr, /^No animal was sent\. 2 are still queued, and kept\. You have been working offline since/);
  t.like(await json(['status']), { code: 0, json: { connection: 'working-offline' } });
  t.regex((await run(['status'])).stdout, /working-offline: You have been working offline since/);
  t.regex((await run(['queue'])).stderr, /You have been working offline since/);
  t.like(await json(['list']), { code: 5, json: { connection: 'working-offline', source: 'cache' } });
  t.like(await json(['get', '1']), { code: 5, json: { error: { code: 'working-offline' } } });
  t.like(await json(['queue', 'send-again', 'Q-1']), {
    code: 0,
    json: { entries: [{ state: 'queued', attempts: 0 }] },
  } as never);
  t.regex(
    (await run(['import', '-'], { input: 'name,categoryId\nRex,3\n' })).stderr,
    /You have been working offline since/,
  );
  const checkup = await run(['doctor']);
  t.is(checkup.code, 0);
  t.regex(checkup.stderr, /^No problem was found\. Not checked: connection, key, clock\.$/m);
  const words = checkup.stdout.split('\n').map((line) => line.split('\t').slice(0, 2).join());
  t.deepEqual(
    words.filter((word) => /^(connection|key|clock|files),/.test(word)),
    ['connection,skipped', 'key,skipped', 'clock,skipped', 'files,ok'],
  );
  t.regex((await run(['offline'])).stderr, /^You have already been working offline since/);
  t.deepEqual(service.attempts(), []);
  const ended = await json(['online']);
  t.like(ended, { code: 0, json: { workingOffline: false, waiting: 3 } });
  t.regex(ended.stderr, /^You are working online again\. 3 animals are queued/);
  t.like(await json(['sync']), { code: 0, json: { waiting: 0 } });
  t.regex((await run(['online'])).stderr, /^You were not working offline\.$/m);
});

test('list --offline is for that one list and makes nobody work offline', async (t) => {
  const { run, json } = await openWorldHere(t);
  t.is((await json(['list', '--offline'])).json['connection'], 'working-offline');
  t.is((await run(coco)).code, 0);
  t.is((await json(['status'])).json['connection'], 'online');
});
