/** A kept frame is what the ordinary start draws from the same files, but for what depends on the moment. */
import { EventEmitter } from 'node:events';
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import fc from 'fast-check';
import { storeKeyOf } from '../../../source/app/ui-persistence.js';
import { createWorkspace } from '../../../source/app/create-workspace.js';
import { type Home, openHome } from '../../../source/app/home.js';
import { readPreferences } from '../../../source/app/preferences/preferences.js';
import { hashIdentity } from '../../../source/app/profiles/profiles.js';
import { tabs, type Workspace } from '../../../source/app/workspace.js';
import { createFrameKeeper } from '../../../source/cli/start/keep-frame.js';
import { sortFields } from '../../../source/domain/order-pets.js';
import { petStatuses } from '../../../source/domain/pet.js';
import type { Int64 } from '../../../source/domain/int64.js';
import { createListCache } from '../../../source/local/list-cache.js';
import { diskFileSystem } from '../../../source/platform/files/file-system.js';
import { foldersBelow } from '../../../source/platform/files/paths.js';
import { type KeptFrame, readKeptFrame, toLine } from '../../../source/platform/frame/kept-frame.js';
import { readEnvironment } from '../../../source/platform/process/environment.js';
import { createLog } from '../../../source/platform/process/log.js';
import { systemClock } from '../../../source/platform/time/clock.js';
import { type Cell, cellsOf, createEmulator, draw, linesOf } from '../../helpers/emulator.js';
import { noKeychain } from '../../helpers/memory-keychain.js';
import { temporaryFolder } from '../../helpers/temporary-folder.js';
import { howMany, seed } from '../../helpers/tier.js';
import { until } from '../../helpers/until.js';

// Ink looks at it as it is loaded, and colours are of the frame.
process.env['FORCE_COLOR'] = '1';
const { runApp } = await import('../../../source/tui/run/run-app.js');
const { drawTimeless } = await import('../../../source/tui/run/draw-timeless.js');
const { keyTable } = await import('../../../source/tui/keys/keymap.js');

const baseUrl = 'http://127.0.0.1:9/v1';
type Size = { readonly columns: number; readonly rows: number };

type Scene = Size & {
  readonly pets: readonly { readonly name: string; readonly category: number; readonly status: number }[];
  readonly queued: readonly { readonly name: string; readonly isHeld: boolean }[];
  readonly isWhole: boolean;
  readonly config: Readonly<Record<string, unknown>>;
  readonly variables: Readonly<Record<string, string>>;
  readonly view: { readonly tab: string; readonly sort: string; readonly reverse: boolean; readonly cursor?: string };
};

const name = fc.oneof(
  fc.string({ minLength: 1, maxLength: 30 }),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }),
  fc.constantFrom('Luna', 'שלום', '猫の名前', 'Zoë', '👩‍👩‍👧 family', '\u001B[31mred', 'a'.repeat(80)),
);
const scene: fc.Arbitrary<Scene> = fc.record({
  columns: fc.integer({ min: 40, max: 180 }),
  rows: fc.integer({ min: 12, max: 45 }),
  pets: fc.array(
    fc.record({ name, category: fc.integer({ min: 1, max: 12 }), status: fc.integer({ min: 0, max: 3 }) }),
    {
      maxLength: 60,
    },
  ),
  queued: fc.array(fc.record({ name, isHeld: fc.boolean() }), { maxLength: 4 }),
  isWhole: fc.boolean(),
  config: fc.record(
    {
      theme: fc.constantFrom('auto', 'high-contrast', 'none', 'wrong'),
      glyphs: fc.constantFrom('auto', 'unicode', 'ascii'),
      pane: fc.constantFrom('right', 'below', 'off'),
      colour: fc.boolean(),
      categoryLabels: fc.constantFrom({ 3: 'Dogs' }, { 1: '猫', 2: 'Birds of the north' }),
      keys: fc.constantFrom({ add: ['A'] }, { 'no such action': ['x'] }),
    },
    { requiredKeys: [] },
  ),
  variables: fc.record(
    {
      LANG: fc.constantFrom('C.UTF-8', 'C'),
      NO_COLOR: fc.constant('1'),
      COLORFGBG: fc.constantFrom('15;0', '0;15'),
    },
    { requiredKeys: [] },
  ),
  view: fc.record(
    {
      tab: fc.constantFrom(...tabs),
      sort: fc.constantFrom(...sortFields),
      reverse: fc.boolean(),
      cursor: fc.integer({ min: 1, max: 60 }).map(String),
    },
    { requiredKeys: ['tab', 'sort', 'reverse'] },
  ),
});

/** Puts a scene on disk, and opens its home. */
async function openScene(folder: string, { pets, queued, isWhole, config, variables, view }: Scene): Promise<Home> {
  const folders = foldersBelow(folder);
  const storeFolder = join(folders.data, 'stores', hashIdentity(baseUrl));
  for (const each of [storeFolder, folders.config, folders.state]) {
    mkdirSync(each, { recursive: true });
  }

  writeFileSync(
    join(folders.config, 'config.json'),
    JSON.stringify({ profile: 'shelter', profiles: { shelter: { baseUrl } }, motion: false, ...config }),
  );
  writeFileSync(
    join(folders.state, 'view.json'),
    JSON.stringify({ [storeKeyOf({ baseUrl })]: { ...view, filters: ['x'] } }),
  );
  await createListCache(diskFileSystem, storeFolder).write({
    resets: 0,
    pets: pets.map((pet, index) => ({
      id: String(index + 1) as Int64,
      name: pet.name,
      categoryId: String(pet.category) as Int64,
      status: petStatuses[pet.status],
    })) as never,
    lists: { all: { fetchedAt: '2026-11-20T08:00:00.000Z', complete: isWhole } },
    lookedUp: [],
  });
  const home = await openHome({
    folders,
    environment: readEnvironment({ TERM: 'xterm-256color', LANG: 'C.UTF-8', PETSTORE_HOME: folder, ...variables }),
    flags: { profile: undefined, noColor: false, screenReader: false },
    fileSystem: diskFileSystem,
    clock: systemClock,
    random: () => 0.5,
    log: createLog(folders.state, systemClock),
    self: { command: process.execPath, arguments: [] },
    keychain: noKeychain,
  });
  const session = await (await open(home)).openSession('shelter');
  await session.engine.load();
  for (const { name: queuedName, isHeld } of queued) {
    const { localId } = await session.engine.add({ name: queuedName, categoryId: '3' as Int64 });
    if (isHeld) {
      await session.engine.hold(localId);
    }
  }

  await session.close();
  return home;
}

async function open(home: Home, options: { readonly onlyLooks?: boolean } = {}): Promise<Workspace> {
  const facts = { isTerminal: true, isDumb: false, columns: 80, rows: 24 };
  return createWorkspace(home, facts, undefined, await readPreferences(home, keyTable), options);
}

/** Keeps the frame of a home, as the app does when it is left. */
async function keep(
  home: Home,
  size: Size,
  meanwhile: () => void = () => undefined,
  isShared = false,
): Promise<KeptFrame | undefined> {
  const path = join(home.folders.state, 'frame.json');
  await createFrameKeeper({
    home,
    place: { path, madeFor: (columns, rows) => `${columns} ${rows}`, shown: undefined },
    open: (anew) => open(anew, { onlyLooks: true }),
    isShared: () => isShared,
    draw: async (workspace, window) => {
      const rows = await drawTimeless(workspace, window, () => Date.now());
      meanwhile();
      return rows;
    },
  })(size);
  return readKeptFrame(path, process.getuid?.());
}

/** What an ordinary start shows first. */
async function openOrdinarily(home: Home, { columns, rows }: Size): Promise<Cell[][]> {
  const stdin = Object.assign(new EventEmitter(), {
    isTTY: true,
    ...Object.fromEntries(
      ['setRawMode', 'setEncoding', 'resume', 'pause', 'ref', 'unref'].map((each) => [each, () => 0]),
    ),
  });
  let written = '';
  const seen = createEmulator(columns, rows);
  const stdout = Object.assign(new EventEmitter(), {
    isTTY: true,
    columns,
    rows,
    write: (bytes: string, done?: () => void) => {
      written += bytes;
      seen.write(bytes);
      done?.();
      return true;
    },
  });
  const left = runApp(
    await open(home),
    {
      stdin: stdin as never,
      stdout: stdout as never,
      stderr: stdout as never,
      clock: systemClock,
    },
    { listen: () => () => undefined, suspend: () => Promise.resolve() },
  );
  const end = '\u001B[?2026l';
  await until('the first frame', () => written.includes(end));
  const first = written.slice(0, written.indexOf(end) + end.length);
  // What it began goes on by itself where it is left before.
  await until('it is whole', () => (linesOf(seen)[0] ?? '').includes('offline') && stdin.listenerCount('data') > 0);
  stdin.emit('data', '\u0003');
  await left;
  const terminal = createEmulator(columns, rows);
  await draw(terminal, first);
  return cellsOf(terminal);
}

async function cellsOfKept({ rows: kept }: KeptFrame, { columns, rows }: Size): Promise<Cell[][]> {
  const terminal = createEmulator(columns, rows);
  await draw(terminal, kept.map((row, y) => `\u001B[${y + 1};1H${toLine(row)}`).join(''));
  return cellsOf(terminal);
}

const textOf = (row: readonly Cell[]): string => row.map(({ text }) => text).join('');
const isBlank = ({ text }: Cell): boolean => text === ' ';

/** Where a kept frame may be blank: the rows of the message, and the pane. */
function blanksOf(kept: readonly (readonly Cell[])[], { columns, rows }: Size, pane: unknown) {
  const rule = pane === 'below' ? kept.findLastIndex((row) => /^[─-]{20,}$/u.test(textOf(row))) : -1;
  const beside =
    pane !== 'off' && pane !== 'below' && columns >= 100 ? columns - Math.floor(columns * 0.38) - 1 : columns;
  return (x: number, y: number): boolean =>
    (y >= rows - 5 && y < rows - 1 && kept[y]!.every(isBlank)) ||
    (y > rule && rule > 0 && y < rows - 1) ||
    (x >= beside && y > 1);
}

function compare(t: ExecutionContext, kept: Cell[][], drawn: Cell[][], size: Size, pane: unknown): void {
  const mayBeBlank = blanksOf(kept, size, pane);
  t.regex(textOf(kept[0]!), / opening *$/, 'in the place of the connection');
  t.true(kept.at(-2)!.every(isBlank), 'nothing is said yet');
  for (const [y, row] of kept.entries()) {
    const moment = y === 0 ? textOf(row).lastIndexOf('opening'.slice(0, 3)) : size.columns;
    // When an animal was queued is told by the day it is.
    const times = [...textOf(drawn[y]!).matchAll(/waiting +(\d\d:\d\d|\d.*?)(?= {2}|$|[│|])/gu)].map(
      ({ index, 0: text, 1: time = '' }) => [index + text.length - time.length, index + text.length] as const,
    );
    let at = 0;
    for (const [x, cell] of row.entries()) {
      const ordinary = drawn[y]![x]!;
      const isTime = times.some(([from, to]) => at >= from && at < to);
      at += ordinary.text.length;
      const isExcused = (isBlank(cell) && (mayBeBlank(x, y) || isTime)) || (y === 0 && x >= moment);
      if (!isExcused && (cell.text !== ordinary.text || cell.looks !== ordinary.looks)) {
        t.fail(
          `${x}, ${y}: ${JSON.stringify([cell, ordinary])}\n${kept.map(textOf).join('\n')}\n${drawn.map(textOf).join('\n')}`,
        );
        throw new Error('They differ.');
      }
    }
  }
}

const plain: Scene = {
  columns: 80,
  rows: 24,
  pets: [{ name: 'Luna', category: 3, status: 0 }],
  queued: [],
  isWhole: true,
  config: {},
  variables: {},
  view: { tab: 'all', sort: 'id', reverse: false },
};

test('a kept frame is what an ordinary start draws from the same files, over any store, queue, window and theme', async (t) => {
  const folder = temporaryFolder(t);
  let number = 0;
  await fc.assert(
    fc.asyncProperty(scene, async (each) => {
      number += 1;
      const place = join(folder, String(number));
      const home = await openScene(place, each);
      const kept = await keep(home, each);
      t.truthy(kept);
      compare(
        t,
        await cellsOfKept(kept!, each),
        await openOrdinarily(home, each),
        each,
        each.config['pane'] ?? 'right',
      );
      rmSync(place, { recursive: true, force: true });
    }),
    { seed, numRuns: howMany(25, 300) },
  );
});

test('so is one of a list too long to be read before the first frame', async (t) => {
  const pets = Array.from({ length: 9000 }, (_, index) => ({ name: `Pet ${index}`, category: 1, status: index % 4 }));
  for (const sort of ['id', 'name']) {
    const each = { ...plain, columns: 130, pets, view: { ...plain.view, sort } };
    const home = await openScene(temporaryFolder(t), each);
    const kept = await keep(home, each);
    t.truthy(kept);
    compare(t, await cellsOfKept(kept!, each), await openOrdinarily(home, each), each, 'right');
  }
});

test('files that change while the frame is drawn leave none', async (t) => {
  const folder = temporaryFolder(t);
  const home = await openScene(folder, plain);
  const path = join(home.folders.config, 'config.json');
  let times = 0;
  t.is(
    await keep(home, plain, () => {
      times += 1;
      writeFileSync(path, JSON.stringify({ profiles: { shelter: { baseUrl } }, times }));
    }),
    undefined,
  );
  t.true(times > 1, 'it is tried again');
});

test('a frame that is kept already is not drawn anew, until a file changes', async (t) => {
  const folder = temporaryFolder(t);
  const home = await openScene(folder, plain);
  let drawings = 0;
  const keeper = createFrameKeeper({
    home,
    place: { path: join(home.folders.state, 'frame.json'), madeFor: String, shown: undefined },
    open: (anew) => open(anew, { onlyLooks: true }),
    isShared: () => false,
    draw: (workspace, window) => {
      drawings += 1;
      return drawTimeless(workspace, window, () => Date.now());
    },
  });
  await keeper(plain);
  await until('it is kept', async () => {
    await keeper(plain);
    return statSync(join(home.folders.state, 'frame.json'), { throwIfNoEntry: false }) !== undefined;
  });
  const before = drawings;
  await keeper(plain);
  t.is(drawings, before);
  writeFileSync(join(home.folders.config, 'config.json'), JSON.stringify({ profiles: { shelter: { baseUrl } } }));
  await keeper(plain);
  t.true(drawings > before);
});

test('no frame is kept where other machines may change the files', async (t) => {
  const home = await openScene(temporaryFolder(t), plain);
  t.is(await keep(home, plain, () => undefined, true), undefined);
  t.truthy(await keep(home, plain));
});

test('no frame is kept of a start that opens no store, or draws isolates', async (t) => {
  const none = await openScene(temporaryFolder(t), plain);
  writeFileSync(join(none.folders.config, 'config.json'), '{}');
  t.is(await keep(none, plain), undefined);
  const isolating = await openScene(temporaryFolder(t), { ...plain, config: { terminal: { isolates: true } } });
  t.is(await keep(isolating, plain), undefined);
});
