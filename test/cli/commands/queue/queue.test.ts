import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import type { Int64 } from '../../../../source/domain/int64.ts';
import { type CommandWorld, openWorldHere } from '../../../helpers/command-world.ts';
import { openFiles } from '../../../helpers/open-store.ts';
import { readDocument } from '../../../docs/document.ts';

const queued = (name: string) => ['add', '--name', name, '--category', '7', '--no-wait'];
const statesOf = async ({ json }: CommandWorld, ...args: string[]) =>
  ((await json(['queue', 'list', ...args])).json['entries'] as { localId: string; state: string }[]).map(
    ({ localId, state }) => `${localId} ${state}`,
  );

test('the queue is told in its documented shape', async (t) => {
  const { run, json } = await openWorldHere(t);
  t.deepEqual((await json(['queue'])).json, { entries: [] });
  await run([...queued('Coco'), '--status', 'sold']);
  const [entry] = (await json(['queue'])).json['entries'] as Record<string, unknown>[];
  t.deepEqual(Object.keys(entry ?? {}), ['localId', 'name', 'categoryId', 'status', 'state', 'createdAt', 'attempts']);
  t.like(entry, { localId: 'Q-1', name: 'Coco', categoryId: 7, status: 'sold', state: 'queued', attempts: 0 });
  t.regex((await run(['queue'])).stdout, /^Q-1\tCoco\t7\tsold\t\tqueued\t\S+Z\t0\t\t\n$/);
  t.regex(
    (await run(['queue', '--format', 'table'])).stdout,
    /^ID +NAME +CATEGORY +STATE +AGE +REASON\nQ-1 +Coco +7 +queued/,
  );
});

test('an animal can be held, released, discarded, restored and edited, and stays what it is meanwhile', async (t) => {
  const world = await openWorldHere(t);
  const { run, json, service } = world;
  await run(queued('Coco'));
  await run(queued('Rex'));
  t.is((await run(['queue', 'hold', 'Q-1', 'q-2'])).code, 0);
  t.deepEqual(await statesOf(world), ['Q-1 held', 'Q-2 held']);
  t.like(await json(['sync']), { code: 8, json: { waiting: 2 } });
  t.is((await run(['queue', 'release', 'Q-1'])).code, 0);
  t.like(await run(['queue', 'discard', 'Q-2', '--yes']), {
    code: 0,
    stderr: 'Q-2 (Rex) is discarded; `petstore queue restore Q-2` brings it back.\n',
  });
  t.deepEqual(await statesOf(world), ['Q-1 queued']);
  t.deepEqual(await statesOf(world, '--all'), ['Q-1 queued', 'Q-2 discarded']);
  t.is((await run(['queue', 'restore', 'Q-2'])).code, 0);
  t.is(
    (await run(['queue', 'edit', 'Q-2', '--name', 'Max', '--category', '-9223372036854775808', '--status', 'sold']))
      .code,
    0,
  );
  t.deepEqual(await statesOf(world), ['Q-1 queued', 'Q-2 held']);
  t.is((await run(['queue', 'release', 'Q-2'])).code, 0);
  t.like(await json(['sync']), { code: 0, json: { waiting: 0 } });
  t.deepEqual(
    service.pets().map(({ name, categoryId }) => `${name} ${categoryId}`),
    ['Coco 7', 'Max -9223372036854775808'],
  );
});

test('who corrects or restores an animal beside its open form is told what holds it', async (t) => {
  const { run, home, service } = await openWorldHere(t);
  await run(queued('Coco'));
  const stores = join(home, 'data/stores');
  const { queue } = openFiles(join(stores, readdirSync(stores)[0] ?? ''), { identity: service.baseUrl });
  await queue.refresh();
  await queue.append(queue.entries()[0]!, { kind: 'held', at: new Date().toISOString(), byForm: true });
  const by = 'held by a form of it in the app; `petstore queue release Q-1` releases it.';
  t.is((await run(['queue', 'edit', 'Q-1', '--name', 'Max'])).stderr, `Q-1 (Max) is corrected and still ${by}\n`);
  await run(['queue', 'discard', 'Q-1', '--yes']);
  t.is((await run(['queue', 'restore', 'Q-1'])).stderr, `Q-1 (Max) is restored: ${by}\n`);
});

test('what was archived is listed with --all, oldest first, and shown with its history; a month that cannot be read is named', async (t) => {
  const world = await openWorldHere(t);
  const { run, home } = world;
  await run(queued('Coco'));
  const stores = join(home, 'data/stores');
  const store = join(stores, readdirSync(stores)[0] ?? '');
  const { queue, archive } = openFiles(store, { identity: world.service.baseUrl });
  await queue.change((before) => ({ queue: { ...before, next: 5 }, result: undefined }));
  const at = '2026-01-02T03:04:05.000Z';
  const settled = (number: number) =>
    ({
      name: `Pet ${number}`,
      categoryId: '3' as Int64,
      localId: `Q-${number}`,
      number,
      petId: String(number) as Int64,
      state: 'created',
      createdAt: at,
      attempts: 1,
      body: '',
      key: '',
      history: [{ kind: 'retried', at }],
    }) as const;
  await archive.archive([settled(2), settled(3)]);
  await archive.archive([settled(4)]);
  t.deepEqual(await statesOf(world), ['Q-1 queued']);
  const all = await statesOf(world, '--all');
  t.deepEqual(all, ['Q-1 queued', 'Q-2 created', 'Q-3 created', 'Q-4 created']);
  t.deepEqual(await statesOf(world, '--state', 'created'), all.slice(1));
  const { stdout: shown } = await run(['queue', 'show', 'Q-2']);
  t.regex(shown, /History\n +\S.* {2}a person asked to send it\n/u);
  t.regex(shown, /^ *Tries +\d+$/mu, 'nothing is told of a next one');
  writeFileSync(join(store, 'archive', '2026-01.json'), '{');

  const damaged = await run(['queue', 'list', '--all']);
  t.is(damaged.stdout.split('\n').length - 1, 1);
  t.regex(damaged.stderr, /animals of 2026-01 cannot be looked up/);
});

test('a table shows what is not done with, other forms what was created too, and flags say what else', async (t) => {
  const world = await openWorldHere(t);
  const { run, service } = world;
  const table = async (...flags: string[]) =>
    (await run(['queue', ...flags, '--format', 'table'])).stdout
      .split('\n')
      .slice(1, -1)
      .map((line) => line.split(' ')[0]);
  await run(['add', '--name', 'Sent', '--category', '7']);
  t.deepEqual(await table(), []);
  t.is(
    (await run(['queue', '--format', 'table'])).stderr,
    'The queue is empty. `petstore queue --sent` lists the created animals.\n',
  );
  t.is((await run(['queue', '--state', 'discarded'])).stderr, 'No animal of yours is discarded.\n');
  t.is((await run(['queue', '--state', 'sending'])).stderr, 'No animal of yours is being sent.\n');
  service.next('400');
  t.is((await run(['add', '--name', 'Refused', '--category', '7'])).code, 6);
  await run(queued('Waits'));
  await run(queued('Given up'));
  await run(['queue', 'discard', 'Q-4', '--yes']);
  t.deepEqual(await table(), ['Q-2', 'Q-3']);
  t.deepEqual(await table('--state', 'discarded'), ['Q-4']);
  t.deepEqual(await table('--all'), ['Q-1', 'Q-2', 'Q-3', 'Q-4']);
  t.deepEqual(await table('--sent'), ['Q-1']);
  t.deepEqual(await table('list', '--discarded'), ['Q-4']);
  t.deepEqual(await statesOf(world, '--sent'), ['Q-1 created']);
  t.deepEqual(await statesOf(world, '--sent', '--discarded'), ['Q-1 created', 'Q-4 discarded']);
  t.deepEqual(await statesOf(world, '--discarded', '--state', 'rejected'), ['Q-2 rejected', 'Q-4 discarded']);
  t.deepEqual(await statesOf(world), ['Q-1 created', 'Q-2 rejected', 'Q-3 queued']);
});

test('what is on the store already says so, with its id, instead of being taken back', async (t) => {
  const { run } = await openWorldHere(t);
  await run(['add', '--name', 'Coco', '--category', '7']);
  for (const verb of [['discard', '--yes'], ['hold'], ['send-again'], ['edit', '--name', 'Koko']]) {
    const { code, stderr } = await run(['queue', verb[0] ?? '', 'Q-1', ...verb.slice(1)]);
    t.is(code, 2);
    t.regex(stderr, /Q-1 is on the store already, as #1, and cannot be [\w ]+ from here\. Nothing was changed\./);
  }
});

test('what a state does not allow is refused, and one refusal does not stop the others', async (t) => {
  const { run, json } = await openWorldHere(t);
  await run(queued('Coco'));
  t.like(await json(['queue', 'release', 'Q-1']), { code: 2, json: { error: { code: 'not_allowed' } } });
  t.like(await json(['queue', 'hold', 'Q-9']), { code: 3, json: { error: { code: 'not_found' } } });
  t.like(await json(['queue', 'show', 'Q-9']), { code: 3, json: { error: { code: 'not_found' } } });
  const { code, json: answer, stderr } = await json(['queue', 'hold', 'Q-9', 'Q-1']);
  t.is(code, 3);
  t.like(answer, {
    entries: [{ localId: 'Q-1', state: 'held' }],
    notChanged: [{ localId: 'Q-9', error: { code: 'not_found' } }],
  } as never);
  t.regex(stderr, /no queued animal Q-9/);
  t.regex((await run(['queue', 'hold', 'Q-98', 'Q-99'])).stderr, /no queued animal Q-98[^]*no queued animal Q-99/);
});

test('retry sends at once and tells what came of it', async (t) => {
  const { run, json, service } = await openWorldHere(t);
  service.next('400');
  await run(['add', '--name', 'Coco', '--category', '7']);
  service.next('400');
  t.like(await json(['queue', 'send-again', 'Q-1']), {
    code: 6,
    json: { entries: [{ localId: 'Q-1', state: 'rejected', attempts: 2 }] },
  } as never);
  const refused = await run(['queue', 'send-again', 'Q-1'], { env: { PETSTORE_API_KEY: 'wrong' } });
  t.is(refused.code, 4, 'the key is to be looked at');
  t.like(await json(['queue', 'send-again', 'Q-1']), {
    code: 0,
    json: { entries: [{ localId: 'Q-1', state: 'created', petId: 1 }] },
  } as never);
});

/** A queued animal that only a person can decide: its answer was lost and the list shows two that may be it. */
async function openReview(t: Parameters<typeof openWorldHere>[0]): Promise<CommandWorld> {
  const world = await openWorldHere(t);
  const { service, run } = world;
  service.next('drop-then-insert');
  await run(['add', '--name', 'Coco', '--category', '7'], { env: { PETSTORE_SETTLE: '1m' } });
  service.release();
  service.insert({ name: 'Coco', categoryId: 7 });
  t.is((await run(['sync', '--timeout', '20s'])).code, 8);
  t.deepEqual(await statesOf(world), ['Q-1 review']);
  return world;
}

test('a review ends with the commands that settle it, on a terminal, in a pipe and with --json', async (t) => {
  const { run, json } = await openReview(t);
  // The how-to shows it as it is printed, but for the parts that it leaves out.
  const sample = readDocument('docs/how-to.md').blocks.find(({ heading }) => heading === 'Settle a review')?.text ?? '';
  const [shownBy = '', ...lines] = sample.split('\n');
  const alone = (await run(shownBy.replace('$ petstore ', '').split(' '))).stdout;
  const parts = lines.join('\n').split('…\n');
  t.true(parts.length > 1);
  parts.reduce((from, part) => {
    const at = alone.indexOf(part, from);
    t.true(at >= 0, `${part}\nis not in\n${alone}`);
    return at;
  }, 0);
  await run(queued('Coco'));
  const piped = (await run(['queue', 'show', 'Q-1'])).stdout;
  t.regex(
    piped,
    /  History\n(?:    [\d-]+ [\d:]+  .+\n)+  Answer\n    `petstore queue adopt Q-1 1` +it is #1\n    `petstore queue adopt Q-1 2` +it is #2\n    `petstore queue send-again Q-1` +it is not there.*\n    `petstore queue discard Q-1` +give it up\n/,
  );
  t.regex(piped, /  Reason    The connection .* broke before an answer came( \(\w+\))?\.\n/);
  t.regex(
    (await run(['queue', 'hold', 'Q-1'])).stderr,
    /Q-1 is in review; only animals that are queued, rejected or being checked can be held\. Nothing was changed/,
  );
  t.regex(piped, /  Blocks    1 animal of the same name and category waits for this one: Q-2\n/);
  await run(['config', 'category', '7', 'Birds']);
  t.regex((await run(['queue', 'show', 'Q-1'])).stdout, /may be #1: Coco, Birds, status not set/);
  const [shown] = (await json(['queue', 'show', 'Q-1'])).json['entries'] as Record<string, unknown>[];
  t.like(shown, {
    waitedForBy: ['Q-2'],
    settledBy: [
      'petstore queue adopt Q-1 1',
      'petstore queue adopt Q-1 2',
      'petstore queue send-again Q-1',
      'petstore queue discard Q-1',
    ],
  } as never);
  t.like(shown?.['review'], {
    candidates: [
      { id: 1, name: 'Coco', categoryId: 7 },
      { id: 2, name: 'Coco', categoryId: 7 },
    ],
  } as never);
  const [listed] = (await json(['queue', 'list'])).json['entries'] as Record<string, unknown>[];
  t.deepEqual(listed?.['review'], shown?.['review'], 'why a person must decide is in the list, too');
  const [row = ''] = (await run(['queue', 'list'])).stdout.split('\n');
  t.is((listed?.['review'] as { reason: string }).reason, row.split('\t').at(-1) ?? '');
  t.regex(JSON.stringify(shown?.['history']), /^\[\{"at":"[^"]+Z","event":"entered here"\}/);
  // The address in the environment is the current store: a hint need not name it.
  t.notRegex((await run(['queue', 'show', 'Q-1', '--profile', 'env'])).stdout, /--profile/);
  t.regex(
    (await run(['queue', 'discard', 'Q-1', '--yes'])).stderr,
    /^Q-1 \(Coco\) is discarded; .* brings it back\. If it is on the store, it stays there\.$/m,
  );
});

test('the queue names the animal that blocks another one, and the wait that the store asked for', async (t) => {
  const { run, json, service } = await openWorldHere(t);
  const patient = { env: { PETSTORE_SETTLE: '10m' } };
  service.next('drop');
  await run(['add', '--name', 'Coco', '--category', '7'], patient);
  await run(queued('Coco'));
  t.regex(
    (await run(['queue'])).stdout,
    /^Q-2\t.*\twaits two minutes at most for Q-1, which has the same name and category$/m,
  );
  t.like((await json(['queue'])).json, {
    entries: [{ state: 'checking' }, { localId: 'Q-2', waitsFor: 'Q-1' }],
  } as never);
  t.regex(
    (await run(['queue', 'show', 'Q-2'])).stdout,
    /  Why       waits two minutes at most for Q-1, which has the same name and category/,
  );
  service.next('429', { headers: { 'retry-after': '600' } });
  await run(['add', '--name', 'Luna', '--category', '7'], patient);
  await run(queued('Rex'));
  const [rex] = ((await json(['queue'])).json['entries'] as Record<string, string>[]).slice(-1);
  t.like(rex, { localId: 'Q-4', state: 'queued' });
  t.true(Date.parse(rex?.['nextTryAt'] ?? '') - Date.now() > 500_000);
  t.regex(
    (await run(['queue'])).stdout,
    /^Q-4\t.*\tthe store asked for a pause; sent after (?:[-\d]{10} )?\d\d:\d\d:\d\d$/m,
  );
});

test('what a person wants of an animal that is looked for is said, shown, taken back, and kept', async (t) => {
  const { run, json, service } = await openWorldHere(t);
  const patient = { env: { PETSTORE_SETTLE: '10m' } };
  service.next('drop', { times: 9 });
  for (const name of ['Coco', 'Rex']) {
    await run(['add', '--name', name, '--category', '7'], patient);
  }

  t.is(
    (await run(['queue', 'hold', 'Q-1'])).stderr,
    'Q-1 (Coco) is being checked. It is held, not sent, if it is not on the store; `petstore queue release Q-1` takes that back.\n',
  );
  t.is(
    (await run(['queue', 'edit', 'Q-2', '--name', 'Max'])).stderr,
    'Q-2 (Rex) is being checked. It is sent as Max if it is not on the store.\n',
  );
  t.regex((await run(['queue', 'hold', 'Q-1'])).stderr, /Q-1 is held already\./);
  t.deepEqual(
    ((await json(['queue'])).json['entries'] as Record<string, unknown>[]).map(({ state, ifAbsent, name, instead }) => [
      state,
      ifAbsent,
      name,
      instead,
    ]),
    [
      ['checking', 'held', 'Coco', undefined],
      ['checking', undefined, 'Rex', { name: 'Max', categoryId: 7 }],
    ],
  );
  t.regex((await run(['queue'])).stdout, /^Q-1\t.*\tIt is held, not sent, if it is not on the store\.$/m);
  const shown = (await run(['queue', 'show', 'Q-2'])).stdout;
  t.regex(shown, / {2}Wanted {4}It is sent as Max if it is not on the store\.\n {2}Change {4}Max, category 7/);
  // A second change begins with the first.
  t.is((await run(['queue', 'edit', 'Q-2', '--status', 'sold'])).code, 0);
  t.regex((await run(['queue', 'show', 'Q-2'])).stdout, / {2}Change {4}Max, category 7, sold/);
  // Whatever is held or discarded, of those that are looked for too.
  t.like(await json(['queue', 'release', '--state', 'held']), { json: { entries: [{ localId: 'Q-1' }] } } as never);
  t.like(await json(['queue', 'discard', '--state', 'checking', '--yes']), {
    code: 0,
    stderr:
      '2 animals are discarded. 2 of them are being checked. Each is discarded, not sent, if it is not on the store.\n',
    json: { entries: [{ ifAbsent: 'discarded' }, { ifAbsent: 'discarded' }] },
  } as never);
  t.like(await json(['queue', 'restore', '--state', 'discarded']), {
    json: { entries: [{ localId: 'Q-1', state: 'checking' }, { localId: 'Q-2' }] },
  } as never);
});

test('an animal is taken for quite another one only by a person who says so, and that is taken back', async (t) => {
  const world = await openReview(t);
  const { run, service } = world;
  const other = service.insert({ name: 'Rex', categoryId: 3 });
  const asked = await run(['queue', 'adopt', 'Q-1', other.id]);
  t.is(asked.code, 2);
  t.regex(
    asked.stderr,
    new RegExp(
      `You entered Coco, category 7, .+ #${other.id} is Rex, category 3, .+: another name, another category\\. Is Q-1 #${other.id}\\? There is no terminal to ask on: use --yes\\. Nothing was changed\\.`,
    ),
  );
  t.deepEqual(await statesOf(world), ['Q-1 review']);
  const { stderr } = await run(['queue', 'adopt', 'Q-1', other.id, '--yes']);
  t.regex(
    stderr,
    new RegExp(
      `^Q-1 \\(Coco\\) is #${other.id}, which the store has with another name and category \\(Rex, 3\\); .petstore queue reopen Q-1. takes that back\\.`,
    ),
  );
  t.is((await run(['queue', 'reopen', 'Q-1'])).code, 0);
  t.notRegex((await run(['queue', 'adopt', 'Q-1', '1'])).stderr, /another/);
});

test('a review is settled by sending again only when a person says so', async (t) => {
  const { run, json, service } = await openReview(t);
  t.is((await run(['queue', 'send-again', 'Q-1'])).code, 2);
  t.is(service.pets().length, 2);
  t.like(await json(['queue', 'send-again', 'Q-1', '--yes']), {
    code: 0,
    json: { entries: [{ localId: 'Q-1', state: 'created', petId: 3 }] },
  } as never);
});

test('an answer is taken back unchanged as long as nothing was sent, and what the store said itself is no answer', async (t) => {
  const { run, json } = await openReview(t);
  const review = async () =>
    ((await json(['queue', 'show', 'Q-1'])).json['entries'] as readonly { review?: object }[])[0]?.review;
  const before = await review();
  t.truthy(before);
  t.like(await json(['queue', 'adopt', 'Q-1', '#4711']), { code: 3, json: { error: { code: 'not_found' } } });
  t.like(await json(['queue', 'adopt', 'Q-1', '1']), {
    code: 0,
    json: { entries: [{ localId: 'Q-1', state: 'created', petId: 1 }] },
  } as never);
  t.like(await run(['queue', 'reopen', 'Q-1']), {
    code: 0,
    stderr: 'Q-1 (Coco) is in review again; `petstore queue show Q-1` has the answers.\n',
  });
  t.deepEqual(await review(), before);
  await run(['offline']);
  await run(['queue', 'send-again', 'Q-1', '--yes']);
  t.is((await run(['queue', 'reopen', 'Q-1'])).code, 0);
  t.deepEqual(await review(), before);
  await run(['online']);
  await run(['add', 'Rex', '3']);
  t.regex(
    (await run(['queue', 'reopen', 'Q-2'])).stderr,
    /The store itself answered that Q-2 is #\d+, so there is nothing to take back/,
  );
  await run(['add', 'Max', '3', '--no-wait']);
  t.regex((await run(['queue', 'reopen', 'Q-3'])).stderr, /There is no answer of yours for Q-3 to take back/);
});

test('a verb takes all animals in a state, asks once, and leaves the others alone', async (t) => {
  const world = await openWorldHere(t);
  const { run, json } = world;
  for (const name of ['Coco', 'Rex', 'Max']) {
    await run(queued(name));
  }

  await run(['queue', 'hold', 'Q-3']);
  t.like(await run(['queue', 'discard', '--state', 'created', '--yes']), {
    code: 2,
    stderr:
      'petstore: Animals that are created cannot be discarded; --state may be queued, rejected, held, review or checking here. Nothing was changed.\n',
  });
  t.like(await run(['queue', 'discard', '--state', 'queued', '--yes']), {
    code: 0,
    stderr: '2 animals are discarded.\n',
  });
  t.deepEqual(await statesOf(world, '--all'), ['Q-1 discarded', 'Q-2 discarded', 'Q-3 held']);
  t.is((await run(['queue', 'restore', '--state', 'discarded'])).code, 0);
  t.deepEqual(await statesOf(world), ['Q-1 queued', 'Q-2 queued', 'Q-3 held']);
  await run(['queue', 'hold', 'Q-1', 'Q-2']);
  t.like(await json(['queue', 'edit', '--state', 'held', '--category', '4']), {
    code: 0,
    json: {
      entries: [
        { name: 'Coco', categoryId: 4 },
        { name: 'Rex', categoryId: 4 },
        { name: 'Max', categoryId: 4 },
      ],
    },
  } as never);
  t.is((await run(['queue', 'edit', 'Q-1', 'Q-2', '--status', 'sold'])).code, 0);
  t.like(await run(['queue', 'release', '--state', 'held']), { code: 0, stderr: '3 animals are released.\n' });
  t.like(await json(['queue', 'send-again', '--state', 'queued']), {
    code: 0,
    json: { entries: [{ state: 'created' }, { state: 'created' }, { state: 'created' }] },
  } as never);
  t.like(await run(['queue', 'hold', '--state', 'queued']), { code: 0, stderr: 'No animal of yours is queued.\n' });
});

test('--state is refused beside ids, for a state that a verb does not allow, and where nobody can be asked', async (t) => {
  const world = await openWorldHere(t);
  const { run, json } = world;
  await run(queued('Coco'));
  for (const words of [
    ['hold'],
    ['hold', 'Q-1', '--state', 'queued'],
    ['release', '--state', 'queued'],
    ['send-again', '--state', 'sold'],
    ['restore', '--state', 'queued'],
    ['discard', '--state', 'queued'],
  ]) {
    t.is((await json(['queue', ...words])).code, 2, words.join(' '));
  }

  t.regex(
    (await run(['queue', 'release', '--state', 'queued'])).stderr,
    /--state may be held here\. Nothing was changed/,
  );
  t.regex(
    (await run(['queue', 'discard', '--state', 'queued'])).stderr,
    /Discard 1 animal, all that is queued \(Q-1 Coco\)\? There is no terminal/,
  );
  t.deepEqual(await statesOf(world), ['Q-1 queued']);
});

test('where others were changed or sent, it is not said that nothing was, by words or by the exit code', async (t) => {
  const { run, json } = await openWorldHere(t);
  for (const name of ['Coco', 'Luna', 'Max']) {
    await run(queued(name));
  }

  await run(['queue', 'discard', 'Q-1', '--yes']);
  const held = await json(['queue', 'hold', 'Q-1', 'Q-2']);
  t.is(held.code, 8);
  t.regex(held.stderr, /^petstore: Q-1 is discarded.* It was left as it is\.$/m);
  t.notRegex(held.stderr, /Nothing was changed/);
  t.like(held.json, {
    entries: [{ localId: 'Q-2', state: 'held' }],
    notChanged: [{ localId: 'Q-1', error: { code: 'not_allowed' } }],
  } as never);
  const sent = await json(['queue', 'send-again', 'Q-1', 'Q-2', 'Q-3']);
  t.is(sent.code, 8);
  t.notRegex(sent.stderr, /Nothing was changed/);
  t.like(sent.json, {
    entries: [{ localId: 'Q-3', state: 'created' }],
    notChanged: [{ localId: 'Q-1' }, { localId: 'Q-2' }],
  } as never);
  const none = await json(['queue', 'hold', 'Q-1', 'Q-3']);
  t.is(none.code, 2);
  t.regex(none.stderr, /Nothing was changed/, 'that is true then');
});

// `queue show --proof`: a page for the colleague who says "you added it twice".

const add = ['add', '--name', 'Luna', '--category', '7'];
type Proof = { readonly entries: readonly { readonly proof: readonly Record<string, unknown>[] }[] };

test('the proof tells when it was entered, sent, lost and found, and under which profile and key', async (t) => {
  const { run, json, service } = await openWorldHere(t, { apiKey: 'pst_secret_dtSg' });
  service.next('insert-then-drop');
  // Longer than a busy machine takes to look right after the loss.
  await run(add, { env: { PETSTORE_SETTLE: '1m' } });
  await run(['sync']);
  const { stdout, code } = await run(['queue', 'show', 'Q-1', '--proof']);
  t.is(code, 0);
  const [id] = service.pets().map((pet) => pet.id);
  const told = stdout.replaceAll(/\s+/gu, ' ');
  const steps = [
    'Proof of Q-1 Name Luna',
    `State created as #${id}`,
    service.baseUrl,
    '+00:00 entered here profile env, key ending in dtSg',
    `+00:00 sent to ${service.baseUrl} profile env, key ending in dtSg Idempotency-Key`,
    'the answer was lost',
    `checked the list right away: it may be #${id}`,
    `found: it is #${id}`,
    'Printed',
  ];
  const places = steps.map((step) => told.indexOf(step));
  t.deepEqual(
    places,
    places.toSorted((a, b) => a - b),
    told,
  );
  t.true(
    places.every((place) => place >= 0),
    told,
  );
  t.true(stdout.split('\n').every((line) => line.length <= 80));
  t.false(stdout.includes('secret'));
  const [entry] = ((await json(['queue', 'show', 'Q-1', '--proof'])).json as Proof).entries;
  t.like(entry?.proof[1], { event: 'sent', profile: 'env', keyEnd: 'dtSg' });
  t.regex(String(entry?.proof[1]?.['idempotencyKey']), /^[\da-f-]{36}$/);
});

test('the answer of the store is told with its X-Request-Id, which is left out if it holds the key', async (t) => {
  const { run, json, service } = await openWorldHere(t, { apiKey: 'pst_secret_dtSg' });
  service.next('400', { headers: { 'x-request-id': 'req-17' } });
  await run(add);
  const { stdout } = await run(['queue', 'show', 'Q-1', '--proof']);
  t.regex(stdout, /rejected\n +answered 400\n +X-Request-Id req-17\n +\S+ rejected the animal/);
  service.next('400', { headers: { 'x-request-id': `x-${service.apiKey}` } });
  await run(['queue', 'send-again', 'Q-1']);
  const [entry] = ((await json(['queue', 'show', 'Q-1', '--proof'])).json as Proof).entries;
  const answers = entry?.proof.filter((step) => 'status' in step);
  t.deepEqual(
    answers?.map(({ status, requestId }) => [status, requestId]),
    [
      [400, 'req-17'],
      [400, undefined],
    ],
  );
  t.false(JSON.stringify(entry).includes('secret'));
});
