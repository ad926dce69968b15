/** An address that was mistyped: the remedy that is printed sends the animal, typed as it stands there. */
import test, { type ExecutionContext } from 'ava';
import { createFaultService } from '../../helpers/fault-service/fault-service.ts';
import { runHere, runJsonHere } from '../../helpers/run-here.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import type { RequestListener } from 'node:http';
import { serve } from '../../client/servers.ts';

/** `wrong` has a server, and no store: 404. */
async function openTypo(t: ExecutionContext) {
  const [home, service] = [temporaryFolder(t), await createFaultService()];
  t.teardown(() => service.stop());
  const right = service.baseUrl;
  const wrong = right.replace('/v1', '/shop/v1');
  const at = (address: string | undefined) => ({
    env: { PETSTORE_BASE_URL: address, PETSTORE_API_KEY: service.apiKey, PETSTORE_SETTLE: '100ms' },
  });
  const run = async (line: string, address: string | undefined) => await runHere(home, line.split(' '), at(address));
  const added = await run('add Luna 3', wrong);
  t.is(added.code, 0);
  return { home, service, right, wrong, at, run, added };
}

/** The commands in backticks, in their order. */
const commandsIn = (text: string): readonly string[] =>
  [...text.matchAll(/`petstore ([^`]+)`/gu)].map(([, command = '']) => command);

test('the remedy that add prints for a wrong PETSTORE_BASE_URL sends the animal', async (t) => {
  const { service, right, wrong, run, added } = await openTypo(t);
  t.regex(added.stderr, /There is no pet store at this address/);
  const [move = '', sync = ''] = commandsIn(added.stderr);
  t.is(move, 'profile move env --base-url URL');
  const moved = await run(move.replace('URL', right), wrong);
  t.is(moved.code, 0, moved.stderr);
  t.regex(moved.stderr, /Set PETSTORE_BASE_URL to that address/);
  t.like(await run(sync, right), {
    code: 0,
    stderr: '1 animal is on the store. The queue is empty. The lists are up to date.\n',
  });
  t.deepEqual(service.names(), ['Luna']);
});

test('whoever corrects PETSTORE_BASE_URL first is told by sync (8) and status what sends the animal', async (t) => {
  const { home, service, right, wrong, at, run } = await openTypo(t);
  const { code, json, stderr } = await runJsonHere(home, ['sync'], at(right));
  t.is(code, 8);
  t.like(json, {
    waiting: 0,
    stranded: [`1 animal waits for ${wrong}, which no profile leads to; \`petstore status\` says what to do.`],
  } as never);
  t.regex(stderr, /The queue of this store is empty\./);
  t.notRegex(stderr, /The queue is empty\./);
  const [status = ''] = commandsIn(stderr);
  const remedies = commandsIn((await run(status, right)).stderr);
  const [add = '', move = ''] = remedies.filter((line) => line.startsWith('profile'));
  t.is(add, `profile add former --base-url ${wrong}`);
  t.is((await run(add, right)).code, 0);
  const moved = await run(move.replace('URL', right), right);
  t.like(moved, { code: 0 }, moved.stderr);
  t.is((await run('sync', right)).code, 0);
  t.deepEqual(service.names(), ['Luna']);
});

test('without PETSTORE_BASE_URL every command tells of the animal that waits, and what sends it', async (t) => {
  const { home, service, right, wrong, at, run } = await openTypo(t);
  const told = `1 animal waits for ${wrong}, which no profile leads to`;
  for (const line of ['queue', 'list', 'get Q-1', 'log', 'add Rex 3', 'offline', 'auth logout']) {
    const { code, stderr } = await run(line, undefined);
    t.is(code, 2, line);
    t.true(stderr.includes('No store is set up yet.'), stderr);
    t.true(
      stderr.includes(`${told}. Nothing is sent there. \`petstore profile add former --base-url ${wrong}\``),
      stderr,
    );
  }

  const synced = await runJsonHere(home, ['sync'], at(undefined));
  t.like(synced, { code: 8, json: { error: { code: 'no_profile' } } } as never);
  t.true(synced.stderr.includes(told));
  const checked = await runJsonHere(home, ['doctor'], at(undefined));
  t.is(checked.code, 2);
  t.like(checked.json, { checks: { 1: { name: 'stranded', ok: false, detail: told } } } as never);
  t.is((await run('status --check', undefined)).code, 8);
  const { code, stderr } = await run('status', undefined);
  t.is(code, 2);
  const [add = '', move = ''] = commandsIn(stderr).filter((line) => line.includes(' former '));
  t.like(await run(add, undefined), { code: 0 });
  t.like(await run(move.replace('URL', right), undefined), { code: 0 });
  t.like(await run('sync', undefined), { code: 0 });
  t.deepEqual(service.names(), ['Luna']);
});

test('without a store, and without an animal that waits for one, sync is exit 2', async (t) => {
  const home = temporaryFolder(t);
  for (const line of [['sync'], ['status', '--check'], ['doctor']]) {
    const { code, stdout, stderr } = await runHere(home, line);
    t.is(code, 2, line.join(' '));
    t.regex(stdout + stderr, /No store is set up yet/u);
    t.notRegex(stdout + stderr, /wait|stranded/u);
  }
});

test('where the right address has a queue of its own, the commands that bring the animals over are named, and do', async (t) => {
  const { home, service, right, wrong, at, run } = await openTypo(t);
  t.is((await run('add Rex 3', right)).code, 0);
  t.is((await run(`profile add former --base-url ${wrong}`, right)).code, 0);
  const refused = await run(`profile move former --base-url ${right}`, right);
  t.is(refused.code, 2);
  // One line for the shell: where the import refuses, nothing is discarded.
  const [list = '', importing = '', discard = ''] = commandsIn(refused.stderr)[0]?.split(' && petstore ') ?? [];
  const [command = '', file = ''] = list.split(' > ');
  t.is(file, 'waiting.ndjson');
  const { stdout } = await run(command, undefined);
  t.is(importing, 'import waiting.ndjson');
  t.like(await runHere(home, ['import', '-'], { ...at(right), input: stdout }), { code: 0 });
  t.like(await run(discard, right), { code: 0 });
  t.is((await run('sync', right)).code, 0);
  t.deepEqual(service.names(), ['Rex', 'Luna']);
});

// A store whose list cannot be read to its end: what is in the way is named, and the store is there.

/** A store in this process that answers so, for the environment of a command. */
const openStore = async (t: ExecutionContext, answer: RequestListener): Promise<Readonly<Record<string, string>>> => ({
  PETSTORE_BASE_URL: `${await serve(t, answer)}/v1`,
  PETSTORE_API_KEY: 'pst_test',
});

const pets: readonly object[] = [1, 2, 3].map((id) => ({ id, name: `Pet ${id}`, categoryId: 1 }));

test('a second page that answers 404 is named by list, sync, status and doctor, and none says that there is no store', async (t) => {
  let isMended = false;
  const env = await openStore(t, ({ method, url = '' }, response) => {
    const isSecond = url.includes('after=');
    if (method === 'POST' || (isSecond && !isMended) || !url.startsWith('/v1/pets')) {
      response.writeHead(404, { 'content-type': 'application/json' });
      response.end('{"code":"not_found","message":"No.","status":404}');
      return;
    }

    const link = isSecond ? {} : { link: '</v1/pets?limit=100&after=3>; rel="next"' };
    response.writeHead(200, { 'content-type': 'application/json', ...link });
    response.end(JSON.stringify(isSecond ? [{ id: 4, name: 'Last', categoryId: 1 }] : pets));
  });
  const home = temporaryFolder(t);
  const words = /Page 2 of the store's list answers 404, so the rest of it is not known\./;
  // It takes no animal either, so nothing may promise that it does.
  const wrong = /no pet store at this address|Offline|sent all the same/;
  for (const line of [['list'], ['list'], ['sync'], ['status'], ['doctor']]) {
    const { stdout, stderr } = await runHere(home, line, { env });
    t.regex(stdout + stderr, words, line.join());
    t.notRegex(stdout + stderr, wrong, line.join());
  }

  const { json } = await runJsonHere(home, ['list'], { env });
  t.like(json, { complete: false, connection: 'online', error: { code: 'page_failed' } });
  t.deepEqual(
    (json['pets'] as { id: number }[]).map(({ id }) => id),
    [3, 2, 1],
  );
  const { json: saved } = await runJsonHere(home, ['list', '--offline'], { env });
  t.is(saved['fetchedAt'], json['fetchedAt'], 'as old as the page that was read');
  t.is((await runJsonHere(home, ['list', '-s', 'sold', '--offline'], { env })).json['fetchedAt'], json['fetchedAt']);
  t.like((await runJsonHere(home, ['status'], { env })).json, {
    connection: 'online',
    cache: { pets: 3, fetchedAt: json['fetchedAt'], complete: false },
  });
  t.true(Date.now() - Date.parse(String(json['fetchedAt'])) < 60_000);
  for (const line of [['list'], ['list', '--offline'], ['status']]) {
    const { stdout, stderr } = await runHere(home, line, { env });
    t.regex(stdout + stderr, /\(\d+ s ago\)/, line.join());
  }

  isMended = true;
  t.like((await runJsonHere(home, ['list'], { env })).json, { complete: true, error: undefined } as never);
  t.notRegex((await runHere(home, ['status'], { env })).stderr, words);
});
