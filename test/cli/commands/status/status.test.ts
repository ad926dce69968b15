import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { acquireSenderLease } from '../../../../source/local/sender-lease.ts';
import { serve } from '../../../client/servers.ts';
import { openWorldHere } from '../../../helpers/command-world.ts';
import { createFaultService } from '../../../helpers/fault-service/fault-service.ts';
import { runHere } from '../../../helpers/run-here.ts';
import { temporaryFolder } from '../../../helpers/temporary-folder.ts';

type Check = { readonly name: string; readonly ok: boolean; readonly detail: string; readonly remedy?: string };
const problemsOf = (json: Record<string, unknown>) => (json['checks'] as Check[]).filter(({ ok }) => !ok);
const wrongIn = (json: Record<string, unknown>) => problemsOf(json).map(({ name }) => name);

test('status has its documented shape', async (t) => {
  const { home, run, json, service } = await openWorldHere(t);
  service.insert({ name: 'Rex', categoryId: 3 });
  await run(['list']);
  await run(['add', '--name', 'Coco', '--category', '7', '--no-wait']);
  const { code, json: status } = await json(['status']);
  t.is(code, 0);
  const { cache, paths, ...rest } = status;
  t.deepEqual(rest, {
    profile: 'env',
    baseUrl: service.baseUrl,
    connection: 'online',
    queue: { queued: 1, sending: 0, checking: 0, rejected: 0, review: 0, held: 0 },
    idempotency: 'unknown',
    key: { last4: null, source: 'PETSTORE_API_KEY' },
  });
  t.like(cache, { pets: 1, complete: true });
  t.true(Object.values(paths as Record<string, string>).every((path) => path.startsWith(home)));
  t.is((await run(['status'])).stdout.trim().split('\n').length, 6);
});

test('status --check tells each connection by its exit code, and prints what it always does', async (t) => {
  const { json, run, service } = await openWorldHere(t);
  const check = async (env: Readonly<Record<string, string | undefined>> = {}) => {
    const { code, json: told } = await json(['status', '--check'], { env });
    t.like(await json(['status'], { env }), { code: 0, json: told as never });
    return [told['connection'], code];
  };
  t.deepEqual(await check(), ['online', 0]);
  for (const [fault, expected] of [
    ['html-200', ['intercepted', 5]],
    ['500', ['error', 5]],
    ['401', ['unauthorized', 4]],
    ['bare-404', ['misconfigured', 5]],
  ] as const) {
    service.next(fault, { method: 'GET', times: 6 });
    t.deepEqual(await check(), [...expected], fault);
    service.clearFaults();
  }

  t.deepEqual(await check({ PETSTORE_API_KEY: undefined }), ['unauthorized', 4]);
  await run(['offline']);
  t.deepEqual(await check(), ['working-offline', 8]);
  await run(['online']);
  await service.stop();
  t.deepEqual(await check(), ['offline', 5]);
  t.deepEqual(await check({ PETSTORE_API_KEY: undefined }), ['offline', 5], 'nobody knows whether it wants a key');
});

test('status --check is exit 8 where the store was reset, and 7 where the queue cannot be used, whatever the store says', async (t) => {
  const { json, run, service } = await openWorldHere(t);
  for (const name of ['Rex', 'Coco', 'Tom']) {
    service.insert({ name, categoryId: 3 });
  }

  await run(['list']);
  service.reset();
  service.insert({ name: 'Quite another', categoryId: 9 });
  await run(['status']);
  await run(['sync']);
  const { code, json: told } = await json(['status', '--check']);
  t.deepEqual([told['connection'], code], ['changed', 8]);
  t.is((await run(['doctor'])).code, 8);
  t.is((await run(['status'])).code, 0);
  const { queue } = told['paths'] as Record<string, string>;
  rmSync(queue ?? '', { recursive: true, force: true });
  writeFileSync(queue ?? '', '');
  t.is((await run(['status', '--check'])).code, 7);
});

test('status says what needs a person, and --check is exit 8 then', async (t) => {
  const { json, run, service } = await openWorldHere(t);
  await run(['add', '--name', 'Luna', '--category', '3', '--no-wait']);
  t.like(await run(['status', '--check']), { code: 0, stderr: '' });
  service.next('400');
  await run(['add', '--name', 'Coco', '--category', '7']);
  const { code, stderr } = await run(['status', '--check']);
  t.is(code, 8);
  t.regex(stderr, /Q-2 needs you\. `petstore queue` says why\./);
  t.like(await run(['status']), { code: 0, stderr });
  t.like((await json(['status', '--check'])).json, { queue: { rejected: 1 } } as never);
  t.regex(
    (await run(['status'], { env: { PETSTORE_BASE_URL: 'http://127.0.0.1:1/v1' } })).stderr,
    /^Stranded: 2 animals wait for .+ \(1 rejected\)\./m,
  );
  await run(['queue', 'discard', 'Q-2', '--yes']);
  t.is((await run(['status', '--check'])).code, 0);
});

test('animals that wait for an address that somebody replaced by hand are told, with what to do, and never sent to the new one', async (t) => {
  const home = temporaryFolder(t);
  const service = await createFaultService();
  t.teardown(() => service.stop());
  const former = 'http://127.0.0.1:1/v1';
  const key = { env: { PETSTORE_API_KEY: service.apiKey } };
  const run = (...words: readonly string[]) => runHere(home, words, key);
  await run('profile', 'add', 'main', '--base-url', former);
  await run('add', '--name', 'Luna', '--category', '3', '--no-wait');
  await run('add', '--name', 'Coco', '--category', '7', '--no-wait');
  const path = join(home, 'config', 'config.json');
  writeFileSync(path, readFileSync(path, 'utf8').replace(former, service.baseUrl));

  const told = new RegExp(
    `2 animals wait for ${former}, which no profile leads to\\. Nothing is sent there\\. ` +
      `\`petstore profile add former --base-url ${former}\` makes`,
  );
  for (const command of ['sync', 'queue']) {
    const { code, stderr } = await run(command);
    t.is(code, command === 'sync' ? 8 : 0);
    t.regex(stderr, /^2 animals wait for .*, which no profile leads to; `petstore status` says what to do\.$/m);
  }

  t.deepEqual(service.pets(), []);
  for (const [words, code] of [
    [['status'], 0],
    [['status', '--check'], 8],
  ] as const) {
    const answer = await run(...words);
    t.is(answer.code, code);
    t.regex(answer.stderr, told);
    t.notRegex(answer.stderr, /profile move main/, 'the profile in use is of another store');
    t.is(answer.stderr.match(/2 animals wait for/gu)?.length, 1);
  }

  await run('profile', 'add', 'former', '--base-url', former);
  t.notRegex((await run('status')).stderr, /which no profile leads to/);
  t.is((await run('status', '--check')).code, 0);
  t.regex((await run('queue', '--profile', 'former')).stdout, /Q-1.*Luna/);
});

test('what waits for another profile is told once: among the facts, or beside JSON unless that is to be quiet', async (t) => {
  const { run, json, service } = await openWorldHere(t);
  const env = { PETSTORE_BASE_URL: undefined };
  await run(['profile', 'add', 'shelter', '--base-url', 'http://127.0.0.1:1/v1'], { env });
  await run(['profile', 'add', 'shop', '--base-url', service.baseUrl], { env });
  await run(['add', 'Coco', '7', '--no-wait', '--profile', 'shelter'], { env });
  const shop = ['status', '--profile', 'shop'];
  const told = /1 animal waits for another store, .* \(profile shelter\)\./u;
  const piped = await run(shop, { env });
  t.regex(piped.stdout, told);
  t.is(piped.stderr, '');
  t.regex((await json(shop, { env })).stderr, told);
  t.is((await json([...shop, '--quiet'], { env })).stderr, '');
});

test('status is exit 7 where nothing can be written, and says why', async (t) => {
  const { home, json, run } = await openWorldHere(t);
  await run(['list']);
  rmSync(join(home, 'state'), { recursive: true, force: true });
  writeFileSync(join(home, 'state'), '');
  const { code, stderr, json: told } = await json(['status']);
  t.is(code, 7);
  t.regex(stderr, /Nothing can be written: a file is where a folder should be/);
  t.like(told, { connection: 'online', error: { code: 'not_a_folder' } } as never);
});

test('each problem with the store has its name, its exit code and a remedy', async (t) => {
  const { json, service } = await openWorldHere(t);
  const diagnose = async (env: Readonly<Record<string, string | undefined>> = {}) => {
    const { code, json: report } = await json(['doctor'], { env });
    const problems = problemsOf(report);
    t.true(problems.every(({ remedy }) => remedy !== undefined && remedy.length > 10));
    return [code, ...problems.map(({ name }) => name)];
  };
  t.deepEqual(await diagnose({ PETSTORE_API_KEY: undefined }), [4, 'key']);
  t.deepEqual(await diagnose({ PETSTORE_API_KEY: 'wrong' }), [4, 'key']);
  service.next('html-200', { method: 'GET', times: 2 });
  t.deepEqual(await diagnose(), [5, 'connection']);
  service.clearFaults();
  service.next('bare-404', { method: 'GET', times: 2 });
  t.deepEqual(await diagnose(), [5, 'connection']);
  service.clearFaults();
  service.next('400');
  await json(['add', '--name', 'Coco', '--category', '7']);
  t.deepEqual(await diagnose(), [8, 'queue']);
  await service.stop();
  t.deepEqual(await diagnose(), [5, 'connection', 'queue']);
  const { json: away, stderr } = await json(['doctor']);
  t.regex(stderr, /Not checked: key, clock\./, 'a store that does not answer says nothing of the key');
  t.deepEqual(
    (away as unknown as { readonly checks: readonly { readonly name: string; readonly checked?: boolean }[] }).checks
      .filter(({ checked }) => checked === false)
      .map(({ name }) => name),
    ['key', 'clock'],
  );
});

test('a store whose ids are texts is found before anything is added, and its list is not called empty', async (t) => {
  const { run, json } = await openWorldHere(t);
  let ids: readonly unknown[] = ['1', '2'];
  const origin = await serve(t, (_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(ids.map((id) => ({ id, name: 'Rex', categoryId: 3 }))));
  });
  const env = { PETSTORE_BASE_URL: `${origin}/v1` };
  const whole = 'an animal needs an id and a categoryId that are whole numbers.';
  const added = await run(['add', 'Coco', '7'], { env });
  t.true(added.stderr.includes('sends a list of which no animal can be read: id is the text "1".'), added.stderr);
  t.true(added.stderr.includes(`Tell whoever runs the store: ${whole}`), added.stderr);
  t.is((await run(['doctor'], { env })).code, 5);
  await run(['queue', 'discard', 'Q-1', '--yes'], { env });
  ids = ['1', 2, '3'];
  const detail = `2 rows of the store's list cannot be read, so they are not shown; in the first of them, id is the text "1".`;
  const doctor = await json(['doctor'], { env });
  t.is(doctor.code, 8);
  t.like(problemsOf(doctor.json), [{ name: 'rows', detail }]);
  t.regex(doctor.stderr, /^1 problem:/);
  t.regex((await run(['doctor'], { env })).stdout, /an animal needs an id and a categoryId that are whole numbers/);
  t.like(await run(['status', '--check', '--quiet'], { env }), { code: 8 });
  t.is((await run(['list'], { env })).stderr, `${detail}\n`);
});

test('a lock that somebody holds, and a file nobody can read, are found', async (t) => {
  const { run, json } = await openWorldHere(t);
  await run(['add', '--name', 'Coco', '--category', '7', '--no-wait']);
  const { paths } = (await json(['status'])).json as { paths: Record<string, string> };
  const lock = await acquireSenderLease(paths['store'] ?? '');
  t.truthy(lock);
  t.deepEqual(wrongIn((await json(['doctor'])).json), ['lock']);
  lock?.release();
  writeFileSync(paths['queue'] ?? '', 'x');
  const [connection, queue] = problemsOf((await json(['doctor'])).json);
  t.regex(connection?.detail ?? '', /^changed: This queue was damaged/);
  t.true(queue?.detail.includes(`: ${paths['queue']} cannot be used`), queue?.detail);
});

test('a folder that cannot be written, and a key others can read, are found', async (t) => {
  const { home, run, json, service } = await openWorldHere(t);
  await run(['auth', 'login'], { input: 'pst_test\n' });
  const { paths } = (await json(['status'])).json as { paths: Record<string, string> };
  writeFileSync(paths['key'] ?? '', 'pst_test\n', { mode: 0o644 });
  chmodSync(paths['key'] ?? '', 0o644);
  t.deepEqual(wrongIn((await json(['doctor'])).json), ['key file']);
  chmodSync(paths['key'] ?? '', 0o600);
  rmSync(join(home, 'state'), { recursive: true, force: true });
  writeFileSync(join(home, 'state'), '');
  const { code, json: report } = await json(['doctor']);
  t.deepEqual([code, wrongIn(report)], [7, ['files']]);
  t.is(service.pets().length, 0);
});

test('the command that closes a key file to others closes it, whatever characters its path has', async (t) => {
  const { home, run, json } = await openWorldHere(t);
  const env = { PETSTORE_HOME: join(home, "Ada's `home` $HOME\n2") };
  await run(['auth', 'login'], { env, input: 'pst_test\n' });
  const { paths } = (await json(['status'], { env })).json as { paths: Record<string, string> };
  chmodSync(paths['key'] ?? '', 0o644);
  const [problem] = problemsOf((await json(['doctor'], { env })).json);
  execFileSync('sh', ['-c', /`(chmod .*)`/s.exec(problem?.remedy ?? '')?.[1] ?? '']);
  t.is(statSync(paths['key'] ?? '').mode & 0o777, 0o600);
});

test('a doctor reports a damaged configuration as what is wrong', async (t) => {
  const { home, json } = await openWorldHere(t);
  mkdirSync(join(home, 'config'));
  writeFileSync(join(home, 'config', 'config.json'), '{bad');
  const { code, json: report } = await json(['doctor']);
  const [problem, ...others] = problemsOf(report);
  t.like({ code, problem, others }, { code: 2, problem: { name: 'config' }, others: [] });
  t.regex(problem?.detail ?? '', /config\.json is not valid JSON.*did not save or send$/);
  t.regex(problem?.remedy ?? '', /^Correct the file, or move it away\. petstore does not overwrite it/);
  writeFileSync(join(home, 'config', 'config.json'), '{"version":99}');
  t.regex(problemsOf((await json(['doctor'])).json)[0]?.remedy ?? '', /^Use that version, or update this one\./);
});

test('an animal that a refused key keeps waiting is found by status and doctor, with what to do', async (t) => {
  const { json, run, service } = await openWorldHere(t);
  service.next('bare-401');
  await run(['add', '--name', 'Coco', '--category', '7'], { env: { PETSTORE_SETTLE: '1m' } });
  const { code, stderr } = await run(['status', '--check']);
  t.is(code, 8);
  t.regex(stderr, /: the store refused the key when Q-1 was sent\. .*`petstore auth login`/);
  const { code: doctor, json: report } = await json(['doctor']);
  t.is(doctor, 8);
  const [problem] = problemsOf(report);
  t.is(problem?.name, 'queue');
  t.regex(problem?.detail ?? '', /: the store refused the key when Q-1 was sent$/);
  await run(['queue', 'discard', 'Q-1', '--yes']);
  t.like(await run(['status', '--check']), { code: 0, stderr: '' });
});

// docs/questions.md says what may be sent to somebody who helps.

test('what support is sent holds no name of an animal and no key', async (t) => {
  const { run, json, service } = await openWorldHere(t);
  service.insert({ name: 'Namewhale', categoryId: 3 });
  await run(['list']);
  service.next('400', { method: 'POST', times: 1 });
  await run(['add', '--name', 'Nameling', '--category', '7']);
  service.next('insert-then-drop', { method: 'POST', times: 1 });
  await run(['add', '--name', 'Namesake', '--category', '7']);
  await service.stop();
  await run(['sync']);
  const { paths } = (await json(['status'])).json as { readonly paths: { readonly log: string } };
  const log = existsSync(paths.log) ? readFileSync(paths.log, 'utf8') : '';
  const answers = [
    await run(['status']),
    await run(['status', '--json']),
    await run(['doctor']),
    await run(['doctor', '--json']),
  ];
  const told = [log, ...answers.flatMap(({ stdout, stderr }) => [stdout, stderr])].join('\n');
  t.regex(told, /Connection/);
  t.notRegex(told, /Name(?:whale|ling|sake)/);
  t.false(told.includes(service.apiKey));
});
