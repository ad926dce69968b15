import { Box } from 'ink';
import type { Tab } from '../../app/workspace.js';
import { useRef } from 'react';
import { isAscending } from '../../domain/order-pets.js';
import { factsOf, glyphsIn, useApp, useSnapshot, useTheme, useUi, wayTo } from '../app-context.js';
import { listFindings, listRows } from '../actions/cursor.js';
import type { Snapshot } from '../../sync/api.js';
import { Line, Lines } from '../components/line.js';
import { SectionHeading } from '../components/section-heading.js';
import { ScrollBar } from '../components/scroll-bar.js';
import { markedKeys, rangeOf } from '../marks/marks.js';
import { ListRow } from './list-row.js';
import { layOutBody, showsScrollBar } from '../layout.js';
import { lineText } from '../input/line.js';
import { shownWords } from '../../domain/search/find-places.js';
import { layOutList } from './list-columns.js';
import { windowOf } from './list-window.js';
import { countLines, takeLines } from '../models/sections.js';
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

  // Columns stay where they are as long as nothing is cut there.
  const placedFor = useRef<string>(undefined);
  const rows = listRows(app);
  const { main, pane } = layOutBody(state);
  const filter = lineText(state.fields.filter);
  if (rows.count === 0) {
    return (
      <Box flexDirection="column" width={main.columns}>
        <Lines
          lines={wrapCells(
            emptyText(filter, snapshot, state.tab, factsOf(app), wayTo(app, 'refresh')),
            main.columns - 2,
          )}
        />
      </Box>
    );
  }

  const { top, index, height } = windowOf(app, 'list');
  const lines = takeLines(rows, top, height);
  const shown = new Map(
    lines.flatMap((line) => {
      const row = 'row' in line ? rows.at(line.row) : undefined;
      return row && 'row' in line ? [[line.row, row] as const] : [];
    }),
  );
  const isLonger = lines.length < countLines(rows);
  const hasScrollBar = isLonger && showsScrollBar(state);
  // The bar, and a cell before it.
  const columns = main.columns - (hasScrollBar ? 2 : 0);
  // A list that goes on keeps its columns as it moves, where every cell of a slow link counts.
  const isStill = isLonger && pane?.side !== 'right' && !state.spoken;
  const arrangement = [state.tab, state.sort, filter].join('\n');
  const layout = layOutList({
    width: columns,
    shown: [...shown.values()],
    labels: state.settings.categoryLabels,
    glyphs: state.spoken ? undefined : glyphsIn(state),
    now: app.now(),
    timeless: app.timeless,
    sort: state.sort,
    isAscending: isAscending(state.sort, state.reverse),
    // Where a column that comes and goes would move the others, it is always there.
    hasStates: isStill || rows.queued > 0 || snapshot.newcomers.size > 0,
    isFitted: !isStill,
    before: placedFor.current === arrangement ? app.placed.current : undefined,
    newcomers: snapshot.newcomers,
    pets: snapshot.pets,
  });
  placedFor.current = arrangement;
  app.placed.current = layout.columns;
  const words = shownWords(listFindings(app).query).join('\n');
  const marks = markedKeys(app);
  const range = rangeOf(app);
  const isInRange = (place: number): boolean => range !== undefined && place >= range.from && place <= range.to;
  const isMore = snapshot.petsNotRead > 0 || snapshot.lists.all.fetchedAt === undefined;

  return (
    <Box>
      <Box flexDirection="column" width={columns} aria-role="list">
        <Line text={layout.heading} style={theme.heading} spoken={spokenRow(layout.heading)} />
        {lines.map((line) => {
          if ('section' in line) {
            return <SectionHeading key={line.section.key} section={line.section} isMore={isMore} width={columns} />;
          }

          const row = shown.get(line.row);
          return (
            row && (
              <ListRow
                key={row.key}
                pieces={layout.rowPieces(row)}
                selected={line.row === index}
                marked={marks.has(row.key) || isInRange(line.row)}
                words={words}
                {...(state.arrived.has(row.key) ? { style: theme.bar } : {})}
              />
            )
          );
        })}
      </Box>
      {hasScrollBar && (
        <Box marginTop={1} marginLeft={1} flexShrink={0}>
          <ScrollBar top={top} height={height} count={countLines(rows)} />
        </Box>
      )}
    </Box>
  );
}

function emptyText(
  filter: string,
  { loaded, lists, connection, pets, unreadableRows }: Snapshot,
  tab: Tab,
  facts: StoreFacts,
  refresh: string,
): string {
  if (!loaded) {
    return 'Opening what was saved …';
  }

  // A list that was never read is not empty: nobody knows what is in it.
  if (lists.all.fetchedAt === undefined && pets.length === 0 && filter === '') {
    return unreadText(connection, facts);
  }

  if (filter !== '') {
    return lists.all.fetchedAt === undefined
      ? `Nothing that was read so far matches "${filter}". Esc clears the filter.`
      : `Nothing matches "${filter}". Esc clears the filter.`;
  }

  if (tab === 'all' && lists.all.complete && connection.state === 'online' && !unreadableRows) {
    return `This store is empty. ${facts.add} adds the first animal.`;
  }

  if (tab === 'all') {
    return (
      `${unreadableRows ? 'No animal that the store lists can be read here.' : 'No animals are known yet.'} ` +
      `${facts.add} adds one, ${refresh} asks the store again.`
    );
  }

  // Nor is it known of what a list does not show, or shows in a way that cannot be read.
  const isWhole = lists.all.complete && unreadableRows === undefined;
  const which = isWhole ? '' : ' that is known here';
  return tab === 'none'
    ? `Every animal${which} has a status. Tab shows the others.`
    : `No animal${which} is ${tab}. Tab shows the others.`;
}
