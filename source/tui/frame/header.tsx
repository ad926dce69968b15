import { hasGreys } from '../theme.ts';
import { type Entry, isWaiting, needsPerson } from '../../domain/entry.ts';
import { isPetStatus } from '../../domain/pet.ts';
import { cellWidth, safeText, truncateCells } from '../../platform/text/terminal-text.ts';
import { connectionWords, workWords } from '../words/connection-text.ts';
import { statusSign, type ToneText } from '../../text/glyphs.ts';
import { type App, type Clickable, glyphsIn, keyOf, runAction, snapshotOf, useDrawing } from '../app-context.ts';
import { ToneLine, widthOf, firstThatFits } from '../components/line.tsx';
import { currentScreen, type UiState } from '../state/ui-state.ts';
import type { Tab } from '../../app/workspace.ts';
import { listFindings } from '../actions/cursor.ts';
import { showTab, shownTabs } from '../actions/arrange.ts';
import { countMarks } from '../marks/marks.ts';

/** Row 1: whose animals these are, the screens, and how things stand with the store, as long as there is room. */
export function Header() {
  const { app, state } = useDrawing();
  const { columns: width } = state.size;
  const { screens, sign, word } = headerOf(app);
  const cells = cellWidth(sign.text + word);
  const connection: readonly ToneText[] = [
    sign,
    sign.tone === 'needs-you' ? { text: word, tone: 'strong' } : { text: word },
  ];
  const gap = { text: ' '.repeat(Math.max(0, width - widthOf(screens) - cells)) };
  return <ToneLine pieces={[...screens, gap, ...connection]} on={{ role: 'bar', width }} />;
}

/** The sign before the connection's word: it is as it should be, somebody chose otherwise, or something is wrong. */
function signOf(app: App): Required<ToneText> {
  const { session, spoken } = app.model.get();
  const { state } = snapshotOf(app).connection;
  const { available, sold } = glyphsIn(app.model.get());
  if (!session || spoken) {
    return { text: '', tone: 'waits' };
  }

  if (state === 'online') {
    return { text: `${available} `, tone: 'available' };
  }

  return state === 'connecting' || state === 'working-offline'
    ? { text: '~ ', tone: 'waits' }
    : { text: state === 'offline' ? `${sold} ` : '! ', tone: 'needs-you' };
}

/** Cells of a profile's name: the most that cost the screens their words. */
const longestName = 24;

/**
 * The screens from the left on, and at the right the sign and the word of the connection. Where there is no room the
 * program's name and those of other screens go, then the age of the list. Then the profile's name is cut, which is never
 * left out.
 */
export function headerOf(app: App) {
  const state = app.model.get();
  const { session, size, tab, spoken } = state;
  const sign = signOf(app);
  if (!session) {
    const alone: readonly Clickable[] = [{ text: ' petstore', tone: 'accent' }];
    return { screens: alone, sign, word: '' };
  }

  const width = size.columns - cellWidth(sign.text) - 1;
  const status = currentScreen(state).name === 'list' && isPetStatus(tab) ? tab : undefined;
  const snapshot = snapshotOf(app);
  const [whole, brief] =
    workWords(snapshot, spoken) ?? connectionWords(snapshot, app.now(), session.key !== undefined, status);
  const name = safeText(session.profile.name);
  const cut = truncateCells(name, longestName);
  const [wide, narrow] = screenForms(app);
  const pairs = [
    ...whole.map((word) => ({ screens: wide(cut), word })),
    ...[...whole, ...brief].map((word) => ({ screens: narrow(cut), word })),
  ];
  const found = pairs.find((each) => widthOf(each.screens) + cellWidth(each.word) <= width);
  const word = brief.at(-1) ?? '';
  const room = Math.max(1, width - cellWidth(word) - widthOf(narrow('')));
  return { sign, ...(found ?? { screens: narrow(truncateCells(name, room)), word }) };
}

type ScreenForm = (name: string) => readonly Clickable[];

/** What was entered here and is not settled: the number behind *Mine*, wherever that is shown. */
function waitingIn(app: App): readonly Entry[] {
  return snapshotOf(app).entries.filter(({ state }) => isWaiting(state));
}

const screens = [
  { screen: 'all', action: 'show-all', name: 'All' },
  { screen: 'mine', action: 'show-mine', name: 'Mine' },
  { screen: 'activity', action: 'show-log', name: 'Activity' },
];

/**
 * The program, a profile's name and the screens with their keys; and without the program, with the name of the present
 * screen alone. Beside a key alone a number would be taken for one, so *Mine* has only its sign there.
 */
function screenForms(app: App): readonly [wide: ScreenForm, narrow: ScreenForm] {
  const state = app.model.get();
  // A tab without a key of its own is none of them.
  const present = state.screens[0]?.name === 'list' ? state.tab : state.screens[0]?.name;
  const isAnswered = currentScreen(state).name === 'review';
  const waiting = waitingIn(app);
  const isNeeded = waiting.some((entry) => needsPerson(entry.state));
  const sign: ToneText = isNeeded ? { text: '!', tone: 'needs-you' } : { text: '~', tone: 'waits' };
  const write = (isNarrow: boolean): readonly Clickable[] =>
    tabPieces(
      screens.map(({ screen, action, name: whole }) => {
        const key = keyOf(app, action);
        const name = isNarrow && screen !== present ? '' : whole;
        const number = name === '' ? '' : ` ${waiting.length}`;
        const queued = [{ text: number }, ...(isNeeded || name === '' ? [sign] : [])];
        return {
          pieces: [
            // In a review a number is an answer.
            { text: isAnswered && name !== '' ? name : [key, name].filter(Boolean).join(' ') },
            ...(screen === 'mine' && waiting.length > 0 ? queued : []),
          ],
          isCurrent: screen === present,
          click: (on: App) => runAction(on, action),
        };
      }),
      state,
      isNarrow,
    );
  return [
    (name) => [{ text: ' ' }, { text: 'petstore', tone: 'accent' as const }, { text: `  ${name}  ` }, ...write(false)],
    (name) => [{ text: ` ${name} ` }, ...write(true)],
  ];
}

/** A place to go to; one of them is shown. */
export type FrameTab = {
  readonly pieces: readonly ToneText[];
  readonly isCurrent: boolean;
  readonly click?: Clickable['click'];
};

/**
 * Tabs with a cell around each. The current one is told by its looks on a grey bar; else, and where somebody listens,
 * by brackets in these cells. `isTight`: the others have a cell before them alone.
 */
export function tabPieces(tabs: readonly FrameTab[], { settings, spoken }: UiState, isTight = false) {
  const [left, right] = hasGreys(settings) && !spoken ? [' ', ' '] : ['[', ']'];
  return tabs.flatMap(({ pieces, isCurrent, click }) => {
    const around = isCurrent ? [left, right] : [' ', isTight ? '' : ' '];
    const drawn = isCurrent ? pieces.map(({ text, tone = 'current' as const }) => ({ text, tone })) : pieces;
    return [{ text: around[0] ?? '' }, ...drawn, { text: around[1] ?? '' }].map((piece) => ({ ...piece, click }));
  });
}

const words: Readonly<Record<Tab, string>> = {
  all: 'All',
  mine: 'Mine',
  available: 'available',
  pending: 'pending',
  sold: 'sold',
  none: 'not set',
};

/** Row 2 of the list: the counts of each tab, and the order. Without room the order goes first, then blanks, then words. */
export function totalsLine(app: App): readonly Clickable[] {
  const state = app.model.get();
  const { sort, reverse, size, tab: current } = state;
  const waiting = waitingIn(app).length;
  const write = (textOf: (tab: Tab) => string, isTight: boolean): readonly Clickable[] =>
    tabPieces(
      shownTabs(app).map((tab) => ({
        pieces: [...tabSign(state, tab), { text: textOf(tab) }],
        isCurrent: tab === current,
        click: (each: App) => showTab(each, tab),
      })),
      state,
      isTight,
    );
  const named = (tab: Tab): string => `${words[tab]} ${countOf(app, tab, waiting)}`.trimEnd();
  const isNamed = (tab: Tab): boolean => tab === 'all' || tab === 'mine' || tab === current;
  const loose = write(named, false);
  const forms = [
    widthOf(loose) <= size.columns ? loose : write(named, true),
    write((tab) => (isNamed(tab) ? named(tab) : countOf(app, tab, waiting)), true),
  ];
  const marked = countMarks(app);
  const order = marked > 0 ? `${marked} marked` : sortText(sort, reverse);
  const left = firstThatFits(forms, size.columns);
  const room = size.columns - widthOf(left) - 2;
  const text = cellWidth(order) <= room ? order : '';
  return [...left, { text: ' '.repeat(Math.max(0, size.columns - widthOf(left) - cellWidth(text))) }, { text }];
}

function tabSign(state: UiState, tab: Tab): readonly ToneText[] {
  if (tab === 'all' || tab === 'mine' || state.spoken) {
    return [];
  }

  const sign = statusSign(tab === 'none' ? undefined : tab, glyphsIn(state));
  return [{ ...sign, text: `${sign.text} ` }];
}

/**
 * How many animals a tab shows, queued ones among them. `+` says that there may be more: the list is not whole, or one
 * is being checked or in review, which the store may list already and which is therefore not counted twice.
 */
function countOf(app: App, tab: Tab, waiting: number): string {
  const { pets, entries, lists, progress } = snapshotOf(app);
  const counts = app.list.counts(pets);
  const { query, counts: found, queued } = listFindings(app);
  const doubtful = entries.filter(
    ({ state, status = 'none' }) => (state === 'checking' || state === 'review') && (tab === 'all' || status === tab),
  ).length;
  const total = (name: Tab, rows: number): string => {
    const more = rows - doubtful;
    const isWhole = doubtful === 0 && (lists.all.complete || (isPetStatus(name) && lists[name].complete));
    // Of a list that was never read nobody knows how long it is. What was read so far counts until rows are shown,
    // whose numbers add up.
    const isUnread = lists.all.fetchedAt === undefined;
    const read = progress?.total === undefined ? (progress?.done ?? 0) : 0;
    const seen = isUnread && name === 'all' && counts.all === 0 ? read : counts[name];
    const known = isUnread && seen === 0 ? '…' : `${seen + more}+`;
    return isWhole ? String(seen + more) : known;
  };
  if (tab === 'mine') {
    // Beside what waits it shows what came of it: none waiting is no empty tab.
    return queued.mine === 0 ? '' : String(queued.mine);
  }

  if (query.terms.length === 0) {
    return total(tab, queued[tab]);
  }

  const rows = found[tab] + queued[tab];
  return tab === 'all' ? `${rows}/${total('all', waiting)}` : String(rows);
}

function sortText(sort: UiState['sort'], reverse: boolean): string {
  if (sort === 'id') {
    // Not every store gives ids that rise, so the highest need not be the newest.
    return reverse ? 'lowest id first' : 'highest id first';
  }

  return `by ${sort}${reverse ? ', reversed' : ''}`;
}
