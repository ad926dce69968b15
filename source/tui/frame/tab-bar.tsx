import type { Tab } from '../../app/workspace.js';
import { cellWidth } from '../../platform/text/terminal-text.js';
import { listFindings } from '../actions/cursor.js';
import { shownTabs } from '../list/arrange.js';
import { firstThatFits, splitCurrent } from './first-that-fits.js';
import { countMarks } from '../marks/marks.js';
import { useApp, useSnapshot, useUi } from '../app-context.js';
import type { UiState } from '../state/ui-state.js';
import { ToneLine } from '../components/tone-line.js';

const tabNames: Readonly<Record<Tab, readonly [long: string, short: string]>> = {
  all: ['All', 'All'],
  available: ['Available', 'Avail'],
  pending: ['Pending', 'Pend'],
  sold: ['Sold', 'Sold'],
  none: ['Not set', 'None'],
};

/**
 * Row 2 of the list: the status tabs with counts, of what the filter finds, and the sort. `+` says that the store may
 * hold more.
 */
export function TabBar() {
  const app = useApp();
  const { tab, sort, reverse, size } = useUi();
  const { pets, lists, progress } = useSnapshot();

  const counts = app.list.counts(pets);
  const isWhole = (name: Tab): boolean =>
    lists.all.complete || (name !== 'all' && name !== 'none' && lists[name].complete);
  const { query, counts: found } = listFindings(app);
  const count = (name: Tab): string =>
    query.terms.length === 0 ? total(name) : name === 'all' ? `${found.all}/${total('all')}` : String(found[name]);
  const total = (name: Tab): string => {
    // Of a list that was never read nobody knows how long it is; what was read of it so far counts.
    const seen =
      lists.all.fetchedAt === undefined && name === 'all'
        ? Math.max(counts.all, progress?.total === undefined ? (progress?.done ?? 0) : 0)
        : counts[name];
    return isWhole(name) ? String(seen) : lists.all.fetchedAt === undefined && seen === 0 ? '…' : `${seen}+`;
  };
  const write = (separator: string, text: (name: Tab) => string): string =>
    shownTabs(app)
      .map((name) => (name === tab ? `[${text(name)}]` : text(name)))
      .join(separator);
  const texts = [
    write('  ', (name) => `${tabNames[name][0]} ${count(name)}`),
    write(' ', (name) => `${tabNames[name][1]} ${count(name)}`),
    write(' ', (name) => tabNames[name][1]),
  ];
  const marked = countMarks(app);
  const order = marked > 0 ? `${marked} marked` : sortText(sort, reverse);
  const left = firstThatFits(texts, size.columns);
  const pieces = splitCurrent(left);
  // The counts matter more than the sort, which every press of its key tells.
  const right = firstThatFits(
    [...(marked > 0 ? [] : [`sort: ${order}`]), order, ''],
    size.columns - cellWidth(left) - 2,
  );
  return <ToneLine pieces={[...pieces, { text: right.padStart(size.columns - cellWidth(left)) }]} />;
}

function sortText(sort: UiState['sort'], reverse: boolean): string {
  return sort === 'id' ? (reverse ? 'oldest' : 'newest') : `${sort}${reverse ? ', reversed' : ''}`;
}
