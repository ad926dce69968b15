import { appendFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { type CommandWorld, openWorldHere } from '../../helpers/command-world.ts';

const add = (name: string) => ['add', '--name', name, '--category', '7'];
const hourMs = 3_600_000;
const ago = (hours: number): string => new Date(Date.now() - hours * hourMs).toISOString();

/** Writes into the change log as another petstore would have, that many hours ago. */
function happen({ home }: CommandWorld, ...activities: readonly (readonly [hours: number, activity: object])[]): void {
  const stores = join(home, 'data/stores');
  const lines = activities.map(([hours, activity]) => `\n${JSON.stringify({ at: ago(hours), ...activity })}`);
  appendFileSync(join(stores, readdirSync(stores)[0] ?? '', 'changes.1.jsonl'), lines.join(''));
}

/** A store where a colleague added Rex, and where Luna was sent, Coco refused and Max sold. */
async function openEventfulWorld(t: Parameters<typeof openWorldHere>[0]): Promise<CommandWorld> {
  const world = await openWorldHere(t);
  await world.run(['list']);
  world.service.insert({ name: 'Rex', categoryId: 3 });
  await world.run(['list']);
  await world.run(add('Luna'));
  world.service.next('400');
  await world.run(add('Coco'));
  return world;
}

test('the log tells what happened in the words of the app, the newest last, and what needs you with a sign', async (t) => {
  const { run } = await openEventfulWorld(t);
  const when = '\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d';
  const { code, stdout, stderr } = await run(['log', '--format', 'table']);
  t.is(code, 0, stderr);
  t.regex(
    stdout,
    new RegExp(`^ {2}${when} {2}#1 Rex is new\n {2}${when} {2}Q-1 Luna is #2\n! ${when} {2}Q-2 Coco was rejected\n$`),
  );
});

test('in a pipe and with --json the log has one row for each event, with the numbers of JSON', async (t) => {
  const world = await openEventfulWorld(t);
  happen(world, [0, { kind: 'changed', id: '9007199254740993', name: 'Max', field: 'category', from: '3', to: '7' }]);
  t.deepEqual(
    (await world.run(['log'])).stdout.split('\n').map((line) => line.split('\t').slice(1)),
    [
      ['new', '1', '#1 Rex is new'],
      ['settled', 'Q-1', 'Q-1 Luna is #2'],
      ['settled', 'Q-2', 'Q-2 Coco was rejected'],
      ['changed', '9007199254740993', '#9007199254740993 Max: category 3 → 7'],
      [],
    ],
  );
  const { stdout } = await world.run(['log', '--json']);
  t.regex(stdout, /"name":"Max","id":9007199254740993,"field":"categoryId","from":3,"to":7}/);
  const { activities } = JSON.parse(stdout) as { readonly activities: readonly object[] };
  t.like(activities[0], { kind: 'new', id: 1, name: 'Rex' });
  t.like(activities[1], { kind: 'settled', localId: 'Q-1', name: 'Luna', state: 'created', id: 2 });
  t.like(activities[2], { kind: 'settled', localId: 'Q-2', name: 'Coco', state: 'rejected' });
});

test('--since leaves out what is older, and what is no moment is refused before anything is read', async (t) => {
  const world = await openEventfulWorld(t);
  happen(
    world,
    [60, { kind: 'gone', id: '58', name: 'Ghost' }],
    [20, { kind: 'changed', id: '7', name: 'Jack', field: 'status', from: 'available', to: 'sold' }],
  );
  const told = async (...args: string[]): Promise<string> => (await world.run(['log', ...args])).stdout;
  t.regex(await told(), /#58 Ghost is gone[^]*#7 Jack: available → sold/);
  t.notRegex(await told('--since', '2d'), /Ghost/);
  t.regex(await told('--since', '2d'), /Jack/);
  t.notRegex(await told('--since', '12h'), /Jack/);
  t.regex(await told('--since', ago(72).slice(0, 10)), /Ghost/);
  t.regex(await told('--since', 'yesterday'), /Luna/);
  const { code, stderr } = await world.run(['log', '--since', 'lately']);
  t.is(code, 2);
  t.regex(stderr, /--since must be how long ago, such as 12h or 2d/);
});

test('the log asks nobody, writes nothing, and says so if nothing has happened', async (t) => {
  const world = await openEventfulWorld(t);
  await world.run(['offline']);
  await world.service.stop();
  const before = await world.run(['log']);
  t.is(before.stderr, '');
  t.is(before.stdout.split('you work offline').length, 2);
  t.deepEqual(await world.run(['log']), before);
  t.regex((await world.run(['log', '--since', '0s'])).stderr, /^No activity since \d\d:\d\d\.\n$/);
});
