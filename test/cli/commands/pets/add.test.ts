import test from 'ava';
import { patienceMs, sendSaved } from '../../../../source/cli/commands/sync/send-saved.ts';
import type { Entry } from '../../../../source/domain/entry.ts';
import { openWorldHere } from '../../../helpers/command-world.ts';

const coco = ['add', '--name', 'Coco', '--category', '7'];

test('an animal that the store takes is created', async (t) => {
  const { run, json, service } = await openWorldHere(t);
  t.deepEqual((await json([...coco, '--status', 'pending'])).json, {
    outcome: 'created',
    localId: 'Q-1',
    pet: { id: 1, name: 'Coco', categoryId: 7, status: 'pending' },
  });
  const { code, stdout, stderr } = await run(coco);
  t.deepEqual([code, stdout, stderr], [0, '2\tCoco\t7\t\t\n', 'Added as #2.\n']);
  t.is(service.pets().length, 2);
});

test('a store that answers 200 with the animal has added it, as one that answers 201', async (t) => {
  const { run, service } = await openWorldHere(t);
  service.next('insert-then-200-pet');
  t.like(await run(coco), { code: 0, stdout: '1\tCoco\t7\t\t\n', stderr: 'Added as #1.\n' });
  t.notRegex((await run(['queue', 'show', 'Q-1'])).stdout, /unclear/);
});

test('an animal added offline is queued and says why', async (t) => {
  const { run, json, service } = await openWorldHere(t);
  await service.stop();
  t.like(await json(coco), { code: 0, json: { outcome: 'queued', localId: 'Q-1', reason: 'offline' } });
  const { stdout, stderr } = await run(coco);
  t.is(stdout, 'Q-2\tCoco\t7\t\t\n');
  t.regex(
    stderr,
    /^There is a Coco in category 7 already: Q-1\.\nQueued as Q-2\. .*`petstore sync` or the app sends Q-2 later\./,
  );
});

test('--no-wait sends nothing', async (t) => {
  const { json, service } = await openWorldHere(t);
  t.like(await json([...coco, '--no-wait']), { code: 0, json: { outcome: 'queued', localId: 'Q-1' } });
  t.deepEqual(service.attempts(), []);
});

test('a refused key keeps the animal: exit 4', async (t) => {
  const { json } = await openWorldHere(t);
  const refused = await json(coco, { env: { PETSTORE_API_KEY: 'wrong' } });
  t.like(refused, { code: 4, json: { outcome: 'queued', localId: 'Q-1', reason: 'unauthorized' } });
  t.regex(
    refused.stderr,
    / Enter a valid key with `petstore auth login`\. `petstore sync` or the app sends Q-1 later\.\n$/,
  );
});

test('an animal that the store rejects is kept for correction: exit 6', async (t) => {
  const { json, run, service } = await openWorldHere(t);
  service.next('400');
  const { code, json: answer } = await json(coco);
  t.is(code, 6);
  t.like(answer, { outcome: 'rejected', localId: 'Q-1', error: { status: 400 } });
  t.is((await run(['queue', 'edit', 'Q-1', '--name', 'Koko'])).code, 0);
  t.is((await run(['sync'])).code, 0);
  t.deepEqual(service.names(), ['Koko']);
});

test('a lost answer is told as checking, exit 8, and settled by sync without a second animal', async (t) => {
  const { json, service } = await openWorldHere(t);
  service.next('drop-then-insert');
  const { code, json: answer } = await json(coco, { env: { PETSTORE_SETTLE: '1m' } });
  t.is(code, 8);
  t.like(answer, { outcome: 'checking', localId: 'Q-1' });
  service.release();
  t.like(await json(['sync', '--timeout', '20s']), {
    code: 0,
    json: { adopted: [{ localId: 'Q-1', id: 1 }], waiting: 0 },
  });
  t.is(service.pets().length, 1);
});

test('a name is sent as it was typed, however odd or long', async (t) => {
  const { run, service } = await openWorldHere(t);
  const names = ['x'.repeat(5000), '=1+1', '-- ;|&', '"quoted"', 'नमस्ते 🐈‍⬛', '\u001b[31mred'];
  for (const name of names) {
    t.is((await run(['add', `--name=${name}`, '--category', '1'])).code, 0);
  }

  t.deepEqual(service.names(), names);
});

test('an animal that waits for its like to be decided says so, not that it waits for the network', async (t) => {
  const { run, json, service } = await openWorldHere(t);
  service.next('drop');
  t.is((await run(['add', '--name', 'Rex', '--category', '3'], { env: { PETSTORE_SETTLE: '10m' } })).code, 8);
  const second = await json(['add', '--name', 'Rex', '--category', '3'], { env: { PETSTORE_SETTLE: '10m' } });
  t.like(second, { code: 0, json: { outcome: 'queued', localId: 'Q-2' } });
  t.regex(second.stderr, /^Queued as Q-2\. Waits two minutes at most for Q-1, which has the same name and category\./m);
  // Whichever command shows it says what it waits for.
  const waiting = { localId: 'Q-2', waitsFor: 'Q-1' };
  t.like(await json(['get', 'Q-2']), { code: 0, json: { queued: waiting } } as never);
  const { json: list } = await json(['list', '--offline']);
  t.like((list as { queued: readonly object[] }).queued[1], waiting);
});

test('an animal added while the store asked to wait says until when', async (t) => {
  const { run, json, service } = await openWorldHere(t);
  service.next('429', { headers: { 'retry-after': '600' } });
  t.regex(
    (await run(coco)).stderr,
    /^Queued as Q-1\. The store asked for a pause; sent after (?:[-\d]{10} )?\d\d:\d\d:\d\d\. `petstore sync` or the app sends Q-1 then\.$/m,
  );
  const { code, json: answer, stderr } = await json(['add', '--name', 'Rex', '--category', '7']);
  t.like({ code, answer }, { code: 0, answer: { outcome: 'queued', localId: 'Q-2' } });
  t.regex(stderr, /^Queued as Q-2\. The store asked for a pause; sent after (?:[-\d]{10} )?\d\d:\d\d:\d\d\. /);
  t.is(service.attempts().filter(({ method }) => method === 'POST').length, 1);
});

test('an animal whose answer was unclear is told to be checked where the store asked for a long pause', async (t) => {
  const { run, service } = await openWorldHere(t);
  service.next('503', { headers: { 'retry-after': '3600' } });
  // Longer than a busy machine takes to look right after the loss.
  t.like(await run(coco, { env: { PETSTORE_SETTLE: '1m' } }), {
    code: 8,
    stderr:
      'Q-1 is being checked: it was sent, but the answer (503) was unclear. Run `petstore sync` in a minute, or leave the app open. It is not sent twice.\n',
  });
});

test('a pause of the store that nobody has the patience for is not waited for', async (t) => {
  const waited: unknown[] = [];
  const entryUntil = (ms: number) =>
    ({
      state: 'queued',
      nextTryAt: new Date(ms).toISOString(),
      history: [{ kind: 'outcome', result: { type: 'deferred' } }],
    }) as unknown as Entry;
  for (const until of [patienceMs, patienceMs + 1]) {
    const entry = entryUntil(until);
    const engine = {
      snapshot: () => ({ entries: [entry] }),
      send: (_localId: string, _signal: AbortSignal, patience?: number) => {
        waited.push([until, patience]);
        return Promise.resolve(entry);
      },
    };
    const context = { clock: { now: () => 0 } };
    t.like(await sendSaved(engine as never, entry, new AbortController().signal, context as never), { entry });
  }

  t.deepEqual(waited, [[patienceMs, patienceMs]]);
});

test('a name and a category are enough, with or without their flags', async (t) => {
  const { run, json, service } = await openWorldHere(t);
  t.like(await json(['add', 'Luna', '2', '--status', 'sold']), {
    code: 0,
    json: { pet: { id: 1, name: 'Luna', categoryId: 2, status: 'sold' } },
  });
  t.like(await json(['add', '-5', '--category=-7']), { code: 0, json: { pet: { name: '-5', categoryId: -7 } } });
  for (const [args, words] of [
    [['add', 'Rex'], /`add` needs --category ID\. See/],
    [['add'], /`add` needs --name NAME and --category ID\./],
    [['add', '--category', '3'], /`add` needs --name NAME\./],
    [['add', 'Rex', '3', '--name', 'Max'], /The name is given twice/],
    [['add', 'Rex', '3', 'sold'], /"sold" is one too many/],
    [['add', 'Rex', 'Dogs'], /There is no category "Dogs"/],
    [['add', 'Rex', '1.5'], /CATEGORY must be the number of a category .*"1\.5" is not\./],
  ] as const) {
    const { code, stdout, stderr } = await run(args);
    t.deepEqual([code, stdout], [2, ''], args.join(' '));
    t.regex(stderr, words);
  }

  t.is(service.pets().length, 2);
});

test('a script is told of an animal of the same name that waits, and nothing waits for an answer', async (t) => {
  const { run, json } = await openWorldHere(t);
  await run(['add', 'Luna', '2', '--no-wait']);
  const second = await json(['add', ' Luna ', '2', '--no-wait']);
  t.like(second, { code: 0, json: { localId: 'Q-2' } });
  t.regex(second.stderr, /^There is a Luna in category 2 already: Q-1\.\n/);
  t.notRegex((await run(['add', 'Luna', '3', '--no-wait'])).stderr, /already/);
});
