/**
 * What the commands say of a local store that is not as it should be: nothing that waits is ever passed over in
 * silence.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { type CommandWorld, openWorldHere } from '../helpers/command-world.ts';

const rex = ['add', '--name', 'Rex', '--category', '3', '--no-wait'];

/** A world whose store's folder is used: Q-1 waits. */
async function openUsedWorld(t: ExecutionContext): Promise<CommandWorld & { readonly folder: string }> {
  const world = await openWorldHere(t);
  await world.run(rex);
  const stores = join(world.home, 'data', 'stores');
  return { ...world, folder: join(stores, readdirSync(stores)[0]!) };
}

const questions = [['queue', 'list'], ['status'], ['list'], ['list', '--offline']];

const damages: readonly (readonly [what: string, code: string, damage: (folder: string) => void, told: RegExp])[] = [
  [
    'both of its files are damaged',
    'queue_lost',
    (folder) => {
      writeFileSync(join(folder, 'queue.json'), 'x');
      writeFileSync(join(folder, 'queue.copy.json'), '');
    },
    /queue\.json cannot be used: it is not a petstore document\. .*animals that waited are neither shown nor sent[^]*queue\.copy\.json cannot be used: it is empty/,
  ],
  [
    'a file is where its folder should be',
    'not_a_folder',
    (folder) => {
      rmSync(folder, { recursive: true });
      writeFileSync(folder, 'bytes of somebody');
    },
    /cannot be used: (a file is|it was) where the folder of this store should be/,
  ],
  [
    'it is of a newer version',
    'newer_version',
    (folder) => {
      const path = join(folder, 'queue.json');
      writeFileSync(path, readFileSync(path, 'utf8').replace(/"version":\d/, '"version":99'));
    },
    /queue\.json cannot be used: it was written by a newer version of petstore\./,
  ],
];

for (const [what, error, damage, told] of damages) {
  test(`a queue that cannot be read is never said to be empty, and no animal in it to be missing: ${what}`, async (t) => {
    const { folder, run, json } = await openUsedWorld(t);
    await run([...rex.slice(0, 2), 'Bella', ...rex.slice(3)]);
    damage(folder);
    for (const question of [...questions, ['queue'], ['status', '--check']]) {
      const { code, stderr, stdout } = await run(question);
      t.is(code, 7, question.join(' '));
      t.regex(stderr, told, question.join(' '));
      t.notRegex(stderr + stdout, /No animal|empty queue|Nothing (waits|is saved)/, question.join(' '));
      t.like((await json(question)).json, { error: { code: error } }, question.join(' '));
    }

    for (const question of [
      ['get', 'Q-1'],
      ['queue', 'show', 'Q-1'],
      ['queue', 'hold', 'Q-1'],
    ]) {
      const { code, stderr } = await run(question);
      t.is(code, 7, question.join(' '));
      t.regex(stderr, /Q-1 is not in the readable part of the queue/, question.join(' '));
    }

    t.regex((await run(['doctor'])).stdout, /^queue\tproblem\t.*cannot be used/m);
  });
}

test('a damaged queue is told, in words, in JSON and by the exit code, and read from its copy', async (t) => {
  const { folder, run, json } = await openUsedWorld(t);
  await run([...rex.slice(0, 2), 'Bella', ...rex.slice(3)]);
  const path = join(folder, 'queue.json');
  writeFileSync(path, 'x');
  const sentence =
    /queue\.json cannot be used: it is not a petstore document\. Its copy from before the last change is used, and ends at 20[-\d]+ [:\d]+\. What is left of it is kept/;
  for (const question of [...questions, ['queue'], ['status', '--check']]) {
    const { code, stderr, stdout } = await run(question);
    t.is(code, 7, question.join(' '));
    t.regex(stderr, sentence, question.join(' '));
    t.regex(stdout, question[0] === 'status' ? /1 queued, not all of it can be read/ : /Rex/, question.join(' '));
    const { json: told, code: jsonCode } = await json(question);
    t.is(jsonCode, 7, question.join(' '));
    t.like(told, { error: { code: 'queue_damaged' }, unreadable: [{ path, code: 'queue_damaged' }] } as never);
  }

  t.like(await json(['log']), { code: 7, json: { unreadable: [{ path, code: 'queue_damaged' }] } } as never);
  const checkup = await run(['doctor']);
  t.is(checkup.code, 7);
  t.regex(checkup.stdout, /^queue\tproblem\t.*queue\.json cannot be used: it is not a petstore document/m);
  // It was entered last, so the copy lacks it.
  for (const question of [
    ['queue', 'show', 'Q-2'],
    ['get', 'q2'],
    ['queue', 'edit', 'Q-2', '--name', 'Bella'],
    ['queue', 'discard', 'Q-2', '--yes'],
    ['queue', 'send-again', 'Q-2'],
  ]) {
    const { code, stderr } = await run(question);
    t.is(code, 7, question.join(' '));
    t.regex(stderr, sentence, question.join(' '));
    t.notRegex(stderr, /no queued animal/i, question.join(' '));
  }

  t.is((await run(['queue', 'show', 'Q-1'])).code, 0, 'the other one goes on');
});

test('a damaged queue that a person was told of and went on from is no error any more, and doctor and status name what is kept', async (t) => {
  const { folder, run, json } = await openUsedWorld(t);
  await run([...rex.slice(0, 2), 'Bella', ...rex.slice(3)]);
  writeFileSync(join(folder, 'queue.json'), 'x');
  await run(['queue', 'hold', 'Q-1']);
  t.is((await run(['queue'])).code, 7, 'nobody went on yet');
  t.is((await run(['sync', '--resume'])).code, 8);
  await run(['queue', 'discard', 'Q-1', '--yes']);
  for (const command of [['queue'], ['list'], ['status', '--check'], ['sync'], ['doctor'], ['log']]) {
    const { code, stderr } = await run(command);
    t.is(code, 0, command.join(' '));
    t.notRegex(stderr, /damaged/, command.join(' '));
    t.is((await json(command)).json['unreadable'], undefined);
  }

  const [kept] = readdirSync(folder).filter((name) => name.includes('.damaged-'));
  t.is(readFileSync(join(folder, kept ?? ''), 'utf8'), 'x');
  for (const command of ['status', 'doctor']) {
    const { stdout } = await run([command]);
    t.true(stdout.includes(join(folder, kept ?? '')), stdout);
    t.notRegex(stdout, /cannot be (read|used)/);
  }

  rmSync(join(folder, kept ?? ''));
  t.notRegex((await run(['doctor'])).stdout, /damaged/);
});

test('what the disk does after an animal was saved does not make anybody enter it again', async (t) => {
  const { folder, run, json, service } = await openUsedWorld(t);
  writeFileSync(join(folder, 'sender.lock'), Buffer.alloc(4096, 'x'));
  const { code, json: answer, stderr } = await json(['add', '--name', 'Coco', '--category', '7']);
  t.is(code, 0);
  t.like(answer, { outcome: 'queued', localId: 'Q-2', error: { code: 'storage_error' } });
  t.regex(stderr, /Queued as Q-2\..*sender\.lock is damaged/);
  t.notRegex(stderr, /[Nn]othing was (changed|saved)/);
  t.like(await json(['queue', 'send-again', 'Q-2']), {
    code: 7,
    json: { entries: [{ localId: 'Q-2', state: 'queued' }], error: { code: 'storage_error' } } as never,
  });
  t.is(service.inserted().length, 0);

  rmSync(join(folder, 'sender.lock'));
  t.is((await run(['sync'])).code, 0);
  t.deepEqual(service.insertedNames(), ['Rex', 'Coco']);
});

test('status names a store that cannot be read instead of failing', async (t) => {
  const { home, run } = await openWorldHere(t);
  await run(['status']);
  const stores = join(home, 'data', 'stores');
  await run(rex);
  const [hash] = readdirSync(stores);
  // Another store's folder, of which nothing is as it should be.
  writeFileSync(join(stores, '0000000000000000'), 'no folder');
  const { code, stderr } = await run(['status']);
  t.is(code, 0, stderr);
  t.notRegex(stderr, /unexpectedly|went wrong/);
  rmSync(join(stores, hash!), { recursive: true });
});

for (const [variable, value, meant] of [
  ['PETSTORE_HOME', 'no-such/pets', join(process.cwd(), 'no-such', 'pets')],
  ['PETSTORE_API_KEY_FILE', '~/key', undefined],
] as const) {
  test(`${variable}=${value} is refused before anything is saved, with the whole path to write`, async (t) => {
    const { home, run, json, service } = await openWorldHere(t);
    const env = { [variable]: value, ...(variable === 'PETSTORE_API_KEY_FILE' ? { PETSTORE_API_KEY: undefined } : {}) };
    const { code, stderr } = await run(rex, { env });
    t.is(code, 2, stderr);
    t.true(stderr.includes(`${variable} must be a whole path; "${value}"`), stderr);
    t.true(stderr.includes(`The whole one is ${meant ?? join(home, value.slice(2))}.`), stderr);
    t.like(await json(rex, { env }), { code: 2 });
    t.false(existsSync(join(process.cwd(), value)));
    t.is(service.inserted().length, 0);
    t.is((await run(['help'], { env })).code, 0);
  });
}

test('a folder of keys that cannot be read is a finding of the doctor', async (t) => {
  const { home, json } = await openWorldHere(t);
  // Root may read every folder, but cannot follow a link to itself either.
  mkdirSync(join(home, 'config'));
  symlinkSync('keys', join(home, 'config', 'keys'));
  const { json: answer, stderr } = await json(['doctor']);
  t.is(stderr, '1 problem: what to do stands with it.\n');
  const found = (answer['checks'] as { name: string }[]).find(({ name }) => name === 'key file');
  t.like(found, { ok: false, detail: 'the folder of the saved keys cannot be read (ELOOP)' });
});
