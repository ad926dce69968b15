/** The footer is true: each key that it names is pressed on each kind of row, and does what it says. */
import test from 'ava';
import type { Int64 } from '../../../source/domain/int64.ts';
import type { EntryRecord } from '../../../source/domain/record.ts';
import { openProfile } from '../../../source/tui/actions/session.ts';
import type { App } from '../../../source/tui/app-context.ts';
import { footerOf } from '../../../source/tui/frame/footer.ts';
import { takeKey } from '../../../source/tui/keys/take-key.ts';
import { createApp } from '../../../source/tui/run/create-app.ts';
import { currentScreen, type UiState } from '../../../source/tui/state/ui-state.ts';
import { createFakeEngine, entered, type FakeEngine } from '../../helpers/fake-engine.ts';
import { createFakeWorkspace } from '../../helpers/fake-workspace.ts';
import { sceneTime } from '../fixture/scene.ts';

const at = new Date(sceneTime - 60_000).toISOString();
const luna = { name: 'Luna', categoryId: '3' as Int64, status: 'available' } as const;
const attempt: EntryRecord = {
  kind: 'attempt',
  at,
  honoured: false,
  process: 'p',
} as never;
const answer = (result: object): EntryRecord => ({ kind: 'outcome', at, attempt: 1, result }) as EntryRecord;
const problem = { code: 'bad', message: 'The store said no.', at };
const first = entered('Q-1', luna, at);

const kinds: Readonly<Record<string, readonly EntryRecord[]>> = {
  queued: [],
  held: [{ kind: 'held', at }],
  sending: [attempt],
  checking: [attempt, answer({ type: 'unknown', problem })],
  rejected: [attempt, answer({ type: 'rejected', problem })],
  review: [
    attempt,
    answer({ type: 'unknown', problem }),
    { kind: 'review', at, reason: 'Two look like it.', candidates: [] },
  ],
  created: [attempt, answer({ type: 'created', pet: { ...luna, id: '7' } })],
  recognised: [
    { kind: 'adopted', at, by: 'engine', evidence: 'it is the only one', pet: { ...luna, id: '7' } } as EntryRecord,
  ],
  discarded: [{ kind: 'discarded', at }],
};

type World = { readonly app: App; readonly engine: FakeEngine; readonly quits: () => number };

async function open(records: readonly EntryRecord[] | undefined, hasPet: boolean): Promise<World> {
  const now = (): number => sceneTime;
  const engine = createFakeEngine({
    now,
    pets: hasPet
      ? [
          { ...luna, id: '7' as Int64 },
          { ...luna, id: '8' as Int64 },
        ]
      : [],
    entries: records ? [[first, ...records]] : [],
  });
  let quits = 0;
  const app = createApp(
    createFakeWorkspace(engine),
    { now, later: () => () => undefined },
    {
      quit: () => (quits += 1),
      suspend: () => undefined,
      redraw: () => undefined,
      write: () => undefined,
      copy: () => Promise.resolve(undefined),
    },
  );
  openProfile(app, 'main');
  await app.opening.current;
  await new Promise(setImmediate);
  return { app, engine, quits: () => quits };
}

const named: Readonly<Record<string, string>> = { Enter: 'enter', Tab: 'tab', Esc: 'escape', Space: ' ' };
const press = ({ app }: World, key: string): void => {
  const name = named[key] ?? key;
  takeKey(app, { type: name.length === 1 ? 'text' : 'key', name } as Parameters<typeof takeKey>[1]);
};
const hintsOf = ({ app }: World): readonly (readonly [key: string, hint: string])[] => {
  const pieces = footerOf(app, 1000);
  return pieces.flatMap(({ text, tone }, index) =>
    tone === 'accent' ? [[text, pieces[index + 1]?.text.trim() ?? ''] as const] : [],
  );
};

const screenIs =
  (name: string) =>
  ({ app }: World): boolean =>
    currentScreen(app.model.get()).name === name;
const asked =
  (what: string) =>
  ({ engine }: World): boolean =>
    engine.asked.some((each) => each.startsWith(what));
const isOther =
  (part: keyof UiState) =>
  ({ app }: World, before: UiState): boolean =>
    app.model.get()[part] !== before[part];

/** What a word in the footer promises. */
const promises: Readonly<Record<string, (world: World, before: UiState) => boolean>> = {
  view: screenIs('view'),
  answer: screenIs('review'),
  add: screenIs('form'),
  edit: screenIs('form'),
  clone: screenIs('form'),
  mark: isOther('marks'),
  undo: (world, before) =>
    isOther('message')(world, before) ||
    isOther('prompt')(world, before) ||
    asked('discard Q-1')(world) ||
    asked('restore Q-1')(world),
  commands: ({ app }) => app.model.get().prompt?.kind === 'command',
  help: screenIs('report'),
  filter: ({ app }) => app.model.get().prompt?.kind === 'filter',
  discard: (world) => world.app.model.get().prompt?.kind === 'confirm' || asked('discard Q-1')(world),
  send: asked('retry Q-1'),
  restore: asked('restore Q-1'),
  hold: asked('hold Q-1'),
  release: asked('release Q-1'),
  'not mine': asked('reopen Q-1'),
  refresh: asked('refresh all'),
  sync: isOther('message'),
  'next tab': isOther('tab'),
  sort: isOther('sort'),
  next: isOther('positions'),
  previous: isOther('positions'),
  back: ({ app }, before) => app.model.get().screens.length < before.screens.length,
  quit: ({ quits }) => quits() > 0,
};

const onMine = ({ app }: World): void => {
  app.model.arrange({ tab: 'mine' });
};
const toPet = (world: World): void => {
  press(world, 'G');
};
const isOver = (kind: string): boolean => ['created', 'recognised', 'discarded'].includes(kind);

type Row = readonly [
  what: string,
  records: readonly EntryRecord[] | undefined,
  hasPet: boolean,
  go: (world: World) => void,
];
const rows: readonly Row[] = [
  ['nothing in the list', undefined, false, () => undefined],
  ['an animal of the store', undefined, true, () => undefined],
  ['an animal of the store that was recognised', kinds['recognised'] ?? [], true, toPet],
  ['nothing in Mine', undefined, false, onMine],
  ...Object.entries(kinds).flatMap(([kind, records]): readonly Row[] => [
    [`${kind}, in Mine`, records, false, onMine],
    ...(isOver(kind) ? [] : [[`${kind}, in the list`, records, true, () => undefined] as Row]),
    [
      `${kind}, its details`,
      records,
      false,
      (world) => {
        onMine(world);
        world.app.model.open({ name: 'view', scroll: 0 });
      },
    ],
  ]),
];

for (const [what, records, hasPet, go] of rows) {
  test(`each key in the footer does what it says: ${what}`, async (t) => {
    const begin = async (): Promise<World> => {
      const world = await open(records, hasPet);
      go(world);
      return world;
    };
    const hints = hintsOf(await begin());
    t.true(hints.length > 2);
    for (const [key, hint] of hints) {
      const world = await begin();
      const before = world.app.model.get();
      press(world, key);
      await new Promise(setImmediate);
      t.true(promises[hint]?.(world, before) === true, `${key} ${hint} ${world.engine.asked.join()}`);
    }
  });
}

test('where animals are marked the footer names what their keys do to them', async (t) => {
  const world = await open(kinds['queued'], true);
  press(world, ' ');
  // The cursor is on an animal of the store now.
  t.true(hintsOf(world).some(([, hint]) => hint === 'discard'));
  press(world, 'd');
  t.is(world.app.model.get().prompt?.kind, 'confirm');
});

for (const [kind, keys] of [
  ['rejected', ['Space', ':', '?']],
  ['discarded', ['Space', ':', '?']],
  ['of the store', ['a', 'Space', ':', '?']],
] as const) {
  test(`in every window the footer has marks, commands and help, and adding where that says most (${kind})`, async (t) => {
    const { app } = await open(kinds[kind], true);
    for (const width of [200, 120, 80, 60, 40]) {
      const text = footerOf(app, width)
        .map((piece) => piece.text)
        .join('');
      t.true(text.length <= width, text);
      t.regex(text, kind === 'rejected' ? /^ e edit/ : /^ (?:R restore|Enter view)/);
      t.deepEqual(
        keys.filter((key) => !text.split(/ +/).includes(key)),
        [],
        text,
      );
    }
  });
}
