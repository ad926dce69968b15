/** `status` and `doctor` only tell: every file stays as it is, whatever they find. */
import { createHash } from 'node:crypto';
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { checksum } from '../../../../source/local/documents/document-form.ts';
import { type CommandWorld, openWorldHere } from '../../../helpers/command-world.ts';
import { filesBelow } from '../../../helpers/temporary-folder.ts';

/** Every file below a folder with its bytes and the time of its last change. */
function filesOf(folder: string): readonly string[] {
  return filesBelow(folder)
    .map(
      (path) =>
        `${path} ${statSync(path, { bigint: true }).mtimeNs} ${createHash('sha256').update(readFileSync(path)).digest('hex')}`,
    )
    .toSorted();
}

type Ground = {
  readonly world: CommandWorld;
  readonly store: string;
  /** The bytes of `queue.json` before the first animal was sent. */
  readonly former: Buffer;
};

/** `connection`: what status says; absent: that depends on how much time has passed. */
const grounds: readonly (readonly [what: string, prepare: (ground: Ground) => unknown, connection?: string])[] = [
  ['as it was left', () => undefined, 'online'],
  [
    'whose sender was killed in the middle',
    ({ store }) => {
      const path = join(store, 'queue.json');
      const { version, data } = JSON.parse(readFileSync(path, 'utf8')) as {
        readonly version: number;
        readonly data: { readonly entries: readonly { readonly history: unknown[] }[] };
      };
      // What came of the attempt.
      data.entries[0]?.history.pop();
      const text = JSON.stringify(data);
      writeFileSync(path, `{"version":${version},"checksum":"${checksum(text)}","data":${text}}\n`);
      rmSync(join(store, 'sender.lock'));
    },
    'online',
  ],
  [
    'that was put back',
    ({ store, former }) => {
      writeFileSync(join(store, 'queue.json'), former);
    },
    'changed',
  ],
  [
    'of which both files are damaged',
    ({ store }) => {
      writeFileSync(join(store, 'queue.json'), 'x');
      writeFileSync(join(store, 'queue.copy.json'), 'x');
    },
  ],
];

for (const [what, prepare, connection] of grounds) {
  test(`status and doctor change no file of a queue ${what}`, async (t) => {
    const world = await openWorldHere(t);
    const { home } = world;
    const run = (...args: readonly string[]) => world.run(args);
    const status = async () => (await world.json(['status'])).json;
    await run('add', '--name', 'Rex', '--category', '3', '--no-wait');
    const { paths } = (await status()) as { paths: Record<string, string> };
    const store = paths['store'] ?? '';
    const former = readFileSync(join(store, 'queue.json'));
    await run('sync');
    await run('add', '--name', 'Coco', '--category', '7', '--no-wait');
    await run('list');
    t.true(
      filesOf(home).some((file) => file.includes(`${join(home, 'state', 'queues.json')} `)),
      'what the machine knows of it is among them',
    );
    await prepare({ world, store, former });
    const before = filesOf(home);
    const told = await status();
    t.is(told['connection'], connection ?? told['connection']);
    t.deepEqual(filesOf(home), before);
    await run('status', '--check');
    t.deepEqual(filesOf(home), before);
    await run('doctor');
    t.deepEqual(filesOf(home), before);
  });
}
