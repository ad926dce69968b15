/** `status` and `doctor` only tell: every file stays as it is, whatever they find. */
import { createHash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { type CommandWorld, openWorldHere } from '../../../helpers/command-world.js';

/** Every file below a folder with its bytes and the time of its last change. */
function filesOf(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map(
      (path) =>
        `${path} ${statSync(path, { bigint: true }).mtimeNs} ${createHash('sha256').update(readFileSync(path)).digest('hex')}`,
    )
    .toSorted();
}

type Ground = { readonly world: CommandWorld; readonly store: string };

/** `connection`: what status says; absent: that depends on how much time has passed. */
const grounds: readonly (readonly [what: string, prepare: (ground: Ground) => unknown, connection?: string])[] = [
  ['as it was left', () => undefined, 'online'],
  [
    'of which nothing was sent yet',
    ({ store }) => {
      rmSync(join(store, 'sender.db'));
    },
    'online',
  ],
  [
    'without a stamp',
    ({ store }) => {
      rmSync(join(store, 'stamp.json'));
    },
    'changed',
  ],
  [
    'whose sender was killed in the middle',
    ({ store }) => {
      rmSync(join(store, 'queue', '1.2.json'));
      rmSync(join(store, 'sender.db'));
    },
    'online',
  ],
  [
    'of which a part was put back',
    ({ store }) => {
      rmSync(join(store, 'queue', '1.1.json'));
      rmSync(join(store, 'queue', '1.2.json'));
    },
    'changed',
  ],
  [
    'that was copied to where it was',
    ({ store }) => {
      cpSync(store, `${store}-copy`, { recursive: true, preserveTimestamps: true });
      renameSync(store, `${store}-former`);
      renameSync(`${store}-copy`, store);
    },
    'changed',
  ],
  [
    'whose store cannot be reached',
    async ({ world }) => {
      await world.service.stop();
    },
    'offline',
  ],
  [
    'whose store lacks what it had',
    ({ world }) => {
      world.service.reset();
    },
  ],
];

for (const [what, prepare, connection] of grounds) {
  test(`status and doctor change no file of a queue ${what}`, async (t) => {
    const world = await openWorldHere(t);
    const { home } = world;
    const env = { PETSTORE_MARKS: join(home, 'marks') };
    const run = (...args: readonly string[]) => world.run(args, { env });
    const status = async () => (await world.json(['status'], { env })).json;
    await run('add', '--name', 'Rex', '--category', '3');
    await run('add', '--name', 'Coco', '--category', '7', '--no-wait');
    await run('list');
    const { paths } = (await status()) as { paths: Record<string, string> };
    await prepare({ world, store: paths['store'] ?? '' });
    const before = filesOf(home);
    t.true(
      before.some((file) => file.includes('.mark ')),
      'the marks are among them',
    );
    const told = await status();
    t.is(told['connection'], connection ?? told['connection']);
    t.deepEqual(filesOf(home), before);
    await run('status', '--check');
    t.deepEqual(filesOf(home), before);
    await run('doctor');
    t.deepEqual(filesOf(home), before);
  });
}
