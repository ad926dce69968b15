import { Box } from 'ink';
import { factsOf, useApp, useSnapshot, useTheme, useUi } from '../app-context.js';
import { cursorIndex, listFindings, listRows } from '../actions/cursor.js';
import type { Snapshot } from '../../sync/api.js';
import { AnimalDetails } from '../view/animal-details.js';
import { Line } from '../components/line.js';
import { markedKeys, rangeOf } from '../marks/marks.js';
import { ListRow } from './list-row.js';
import { bodyHeight, listWidths, pageHeight } from '../layout.js';
import { lineText } from '../input/line.js';
import { shownWords } from '../../domain/search/find-places.js';
import { layOutList } from './list-columns.js';
import { scrollTo } from './position.js';
import { unreadText } from '../../text/connection-text.js';
import { spokenRow } from '../../text/spoken.js';
import type { StoreFacts } from '../../text/connection-text.js';
import { wrapCells } from '../../text/wrap-cells.js';

/** Pets and queued animals together. Only the rows that fit are mounted. */
export function ListScreen() {
  const app = useApp();
  const theme = useTheme();
  const state = useUi();
  const snapshot = useSnapshot();

  const rows = listRows(app);
  const index = cursorIndex(app, 'list');
  const height = pageHeight(state, 'list');
  const top = scrollTo(state.positions.list.top, index, height, rows.count);
  const widths = listWidths(state);
  const shown = Array.from({ length: Math.min(height, rows.count - top) }, (_, offset) => rows.at(top + offset));
  const layout = layOutList(widths.list, shown, state.settings.categoryLabels, snapshot.pets);
  const filter = lineText(state.fields.filter);
  const words = shownWords(listFindings(app).query).join('\n');
  const now = app.now();
  const marks = markedKeys(app);
  const range = rangeOf(app);
  const isInRange = (place: number): boolean => range !== undefined && place >= range.from && place <= range.to;

  if (rows.count === 0) {
    return (
      <Box flexDirection="column">
        {wrapCells(emptyText(filter, snapshot, state.tab, factsOf(app)), state.size.columns - 2).map((line, row) => (
          <Line key={row} text={line} />
        ))}
      </Box>
    );
  }

  const selected = rows.at(index);
  return (
    <Box>
      <Box flexDirection="column" width={widths.list} aria-role="list">
        <Line text={layout.heading} style={theme.quiet} spoken={spokenRow(layout.heading)} />
        {shown.map((row, offset) => row && <ListRow key={row.key} text={layout.rowText(row, now, snapshot.newcomers)} selected={top + offset === index} marked={marks.has(row.key) || isInRange(top + offset)} words={words} />)}
      </Box>
      {widths.details > 0 && selected && (
        <Box marginLeft={2}>
          <AnimalDetails row={selected} width={widths.details} height={bodyHeight(state)} />
        </Box>
      )}
    </Box>
  );
}

function emptyText(filter: string, { loaded, lists, connection, pets }: Snapshot, tab: string, facts: StoreFacts): string {
  if (!loaded) {
    return 'Opening what was saved …';
  }

  // A list that was never read is not empty: nobody knows what is in it.
  if (lists.all.fetchedAt === undefined && pets.length === 0 && filter === '') {
    return unreadText(connection, facts);
  }

  if (filter !== '') {
    return `Nothing matches "${filter}". Esc clears the filter.`;
  }

  return tab === 'all' ? 'No animals are known yet. a adds one, r asks the store again.' : `${tab === 'none' ? 'Every animal has a status.' : `No animal is ${tab}.`} Tab shows the others.`;
}
