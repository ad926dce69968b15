/** Tabs beside each other, those of the header and of row 2; and the totals of the list, which are tabs too. */
import type { Tab } from '../../app/workspace.js';
import { isWaiting } from '../../domain/entry.js';
import { petStatuses } from '../../domain/pet.js';
import { cellWidth } from '../../platform/text/terminal-text.js';
import { areAscii, type ToneText } from '../../text/glyphs.js';
import { listFindings } from '../actions/cursor.js';
import { type App, type Clickable, glyphsIn, snapshotOf } from '../app-context.js';
import { firstThatFits, widthOf } from '../components/line.js';
import { showTab, shownTabs } from '../list/arrange.js';
import { countMarks } from '../marks/marks.js';
import type { UiState } from '../state/ui-state.js';

/** A place to go to; one of them is shown. */
export type FrameTab = {
  readonly pieces: readonly ToneText[];
  readonly isCurrent: boolean;
  readonly click?: Clickable['click'];
};

/**
 * Tabs with a cell around each. The current one is told by its looks on the terminal's own colours, else, and where
 * somebody listens, by brackets in these cells. `isTight`: the others have a cell before them alone.
 */
export function tabPieces(
  tabs: readonly FrameTab[],
  { colours, spoken }: UiState,
  isTight = false,
): readonly Clickable[] {
  const [left, right] = colours !== undefined && !spoken ? [' ', ' '] : ['[', ']'];
  return tabs.flatMap(({ pieces, isCurrent, click }) => {
    const around = isCurrent ? [left, right] : [' ', isTight ? '' : ' '];
    const drawn = isCurrent ? pieces.map(({ text, tone = 'current' as const }) => ({ text, tone })) : pieces;
    return [{ text: around[0] ?? '' }, ...drawn, { text: around[1] ?? '' }].map((piece) => ({ ...piece, click }));
  });
}

const words: Readonly<Record<Tab, readonly [long: string, short: string]>> = {
  all: ['All', 'All'],
  available: ['available', 'avail'],
  pending: ['pending', 'pend'],
  sold: ['sold', 'sold'],
  none: ['not set', 'unset'],
};

/**
 * Row 2 of the list: how many there are of each status, of what the filter finds, the one that is shown, and the order.
 * Where there is little room the bar goes first, then words, then the order.
 */
export function totalsLine(app: App): readonly Clickable[] {
  const state = app.model.get();
  const { sort, reverse, size, tab: current } = state;
  const write = (textOf: (tab: Tab) => string, isTight: boolean): readonly Clickable[] =>
    tabPieces(
      shownTabs(app).map((tab) => ({
        pieces: [...signOf(state, tab), { text: textOf(tab) }],
        isCurrent: tab === current,
        click: (each: App) => showTab(each, tab),
      })),
      state,
      isTight,
    );
  const forms = [
    write((tab) => `${words[tab][0]} ${countOf(app, tab)}`, false),
    write((tab) => (tab === 'all' || tab === current ? `${words[tab][1]} ` : '') + countOf(app, tab), true),
    write((tab) => (tab === current ? words[tab][1] : countOf(app, tab)), true),
  ];
  const left = firstThatFits(forms, size.columns);
  const room = size.columns - widthOf(left) - 2;
  const marked = countMarks(app);
  const order = marked > 0 ? `${marked} marked` : sortText(sort, reverse);
  const text = cellWidth(order) <= room ? order : '';
  const bar = state.spoken ? [] : barOf(app, room - cellWidth(text) - 2);
  const right = [...bar, { text: `${bar.length > 0 ? '  ' : ''}${text}` }];
  const gap = Math.max(0, size.columns - widthOf(left) - widthOf(right));
  return [...left, { text: ' '.repeat(gap) }, ...right];
}

function signOf(state: UiState, tab: Tab): readonly ToneText[] {
  const { dot, ...signs } = glyphsIn(state);
  if (tab === 'all' || state.spoken) {
    return [];
  }

  return [tab === 'none' ? { text: `${dot} `, tone: 'quiet' } : { text: `${signs[tab]} `, tone: tab }];
}

/** How many rows a tab shows, queued animals among them. `+` says that the store may hold more. */
function countOf(app: App, tab: Tab): string {
  const { pets, entries, lists, progress } = snapshotOf(app);
  const counts = app.list.counts(pets);
  const { query, counts: found, queued } = listFindings(app);
  const total = (name: Tab, more: number): string => {
    const isWhole = lists.all.complete || (name !== 'all' && name !== 'none' && lists[name].complete);
    // Of a list that was never read nobody knows how long it is. What was read so far counts until rows are shown,
    // whose numbers add up.
    const isUnread = lists.all.fetchedAt === undefined;
    const read = progress?.total === undefined ? (progress?.done ?? 0) : 0;
    const seen = isUnread && name === 'all' && counts.all === 0 ? read : counts[name];
    const known = isUnread && seen === 0 ? '…' : `${seen + more}+`;
    return isWhole ? String(seen + more) : known;
  };
  if (query.terms.length === 0) {
    return total(tab, queued[tab]);
  }

  const rows = found[tab] + queued[tab];
  return tab === 'all'
    ? `${rows}/${total('all', entries.filter(({ state }) => isWaiting(state)).length)}`
    : String(rows);
}

const barCells = 20;
const barSigns = { available: ['█', '#'], pending: ['▓', '='], sold: ['░', '-'] } as const;

/** The statuses as parts of one bar, as wide as there is room for; nothing in less than half of it. */
function barOf(app: App, room: number): readonly ToneText[] {
  const { counts } = listFindings(app);
  const ascii = areAscii(glyphsIn(app.model.get()));
  const all = petStatuses.reduce((sum, status) => sum + counts[status], 0);
  const cells = Math.min(barCells, room);
  if (all === 0 || cells < barCells / 2) {
    return [];
  }

  let seen = 0;
  return petStatuses.map((status) => {
    const from = Math.round((seen / all) * cells);
    seen += counts[status];
    const sign = barSigns[status][ascii ? 1 : 0];
    return { text: sign.repeat(Math.round((seen / all) * cells) - from), tone: status === 'sold' ? 'quiet' : status };
  });
}

function sortText(sort: UiState['sort'], reverse: boolean): string {
  if (sort === 'id') {
    return reverse ? 'oldest first' : 'newest first';
  }

  return `by ${sort}${reverse ? ', reversed' : ''}`;
}
