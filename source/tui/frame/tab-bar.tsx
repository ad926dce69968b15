import { cellWidth } from '../../platform/text/terminal-text.js';
import { firstThatFits } from './first-that-fits.js';
import { useApp, useSnapshot, useTheme, useUi } from '../app-context.js';
import type { UiState } from '../state/ui-state.js';
import { Line } from '../components/line.js';

const tabs = [
  ['all', 'All', 'All'],
  ['available', 'Available', 'Avail'],
  ['pending', 'Pending', 'Pend'],
  ['sold', 'Sold', 'Sold'],
] as const;

/** Row 2 of the list: the status tabs with counts, and the sort. `+` says that the store may hold more. */
export function TabBar() {
  const app = useApp();
  const theme = useTheme();
  const { tab, sort, reverse, size } = useUi();
  const { pets, lists, progress } = useSnapshot();

  const counts = app.list.counts(pets);
  const isWhole = (name: keyof typeof counts): boolean => lists.all.complete || (name !== 'all' && lists[name].complete);
  const count = (name: keyof typeof counts): string => {
    // Of a list that was never read nobody knows how long it is; what was read of it so far counts.
    const seen = lists.all.fetchedAt === undefined && name === 'all' ? Math.max(counts.all, progress?.total === undefined ? (progress?.done ?? 0) : 0) : counts[name];
    return isWhole(name) ? String(seen) : lists.all.fetchedAt === undefined && seen === 0 ? '…' : `${seen}+`;
  };
  const write = (separator: string, text: (entry: (typeof tabs)[number]) => string): string => tabs.map((entry) => (entry[0] === tab ? `[${text(entry)}]` : text(entry))).join(separator);
  const texts = [
    write('  ', ([name, long]) => `${long} ${count(name)}`),
    write(' ', ([name, , short]) => `${short} ${count(name)}`),
    write(' ', ([, , short]) => short),
  ];
  const order = sortText(sort, reverse);
  const left = firstThatFits(texts, size.columns);
  // The counts matter more than the sort, which every press of its key tells.
  const right = firstThatFits([`sort: ${order}`, order, ''], size.columns - cellWidth(left) - 2);
  return <Line text={left + right.padStart(size.columns - cellWidth(left))} style={theme.quiet} />;
}

function sortText(sort: UiState['sort'], reverse: boolean): string {
  return sort === 'id' ? (reverse ? 'oldest ^' : 'newest v') : `${sort} ${reverse ? 'v' : '^'}`;
}
