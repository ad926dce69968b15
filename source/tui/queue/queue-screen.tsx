import { Box } from 'ink';
import { useRef } from 'react';
import type { Entry } from '../../domain/entry.js';
import { shownWords } from '../../domain/search/find-places.js';
import { fitCells } from '../../platform/text/terminal-text.js';
import { lineText } from '../input/line.js';
import { queueFindings, queueRows } from '../actions/cursor.js';
import { type App, glyphsIn, hintsIn, useApp, useSnapshot, useTheme, useUi, waitContext } from '../app-context.js';
import { wayTo } from '../app-context.js';
import { rangeOf } from '../marks/marks.js';
import { Lines } from '../components/line.js';
import { SectionHeading } from '../components/section-heading.js';
import { ListRow } from '../list/list-row.js';
import { ScrollBar } from '../components/scroll-bar.js';
import { layOutBody, showsScrollBar } from '../layout.js';
import { windowOf } from '../list/list-window.js';
import { countLines, takeLines } from '../models/sections.js';
import { type PlacedColumn, placeColumns, rowPieces, spokenLine } from '../../text/columns.js';
import { type QueueFacts, type QueueLine, queueScreenColumns } from '../../text/queue/queue-columns.js';
import { entryTone, reasonCell } from '../../text/queue/entry-text.js';
import type { ToneText } from '../../text/tone.js';
import { ageText } from '../../text/time-text.js';
import type { WaitContext } from '../../text/queue/wait-text.js';
import { wrapCells } from '../../text/wrap-cells.js';

/** Every queued animal in the section of what it waits for, with its state and the reason. */
export function QueueScreen() {
  const app = useApp();
  const theme = useTheme();
  const state = useUi();
  const { unreadable } = useSnapshot();

  // Columns stay where they are as long as nothing is cut there.
  const before = useRef<{ readonly of: string; readonly columns: readonly PlacedColumn<QueueLine, QueueFacts>[] }>(
    undefined,
  );
  const rows = queueRows(app);
  const { top, index, height } = windowOf(app, 'queue');
  const lines = takeLines(rows, top, height);
  const hasScrollBar = lines.length < countLines(rows) && showsScrollBar(state);
  const columns = layOutBody(state).main.columns - (hasScrollBar ? 2 : 0);
  // Never deleted, never hidden: somebody may be able to mend them.
  const broken = unreadable
    .slice(0, Math.max(1, height - lines.length))
    .map(({ problem }) => fitCells(`! ${problem.message}`, columns));
  if (rows.count === 0 && broken.length === 0) {
    return (
      <Box flexDirection="column">
        <Lines lines={wrapCells(emptyText(app), columns)} />
      </Box>
    );
  }

  const filter = lineText(state.fields['queue-filter']);
  const words = shownWords(queueFindings(app).query).join('\n');
  const facts: QueueFacts = {
    labels: state.settings.categoryLabels,
    glyphs: state.spoken ? undefined : glyphsIn(state),
  };
  const waiting = waitContext(app);
  const { marks } = state;
  const range = rangeOf(app);
  const isMarked = (row: number): boolean =>
    marks.has(rows.at(row)?.key ?? '') || (range !== undefined && row >= range.from && row <= range.to);
  const shown = new Map<number, QueueLine>();
  for (const line of lines) {
    const entry = 'row' in line ? rows.at(line.row)?.entry : undefined;
    if (entry && 'row' in line) {
      shown.set(line.row, toLine(entry, app.now(), waiting));
    }
  }

  const placed = placeColumns(
    queueScreenColumns,
    columns,
    facts,
    state.spoken
      ? undefined
      : {
          rows: [...shown.values()],
          isFitted: true,
          before: before.current?.of === filter ? before.current.columns : undefined,
        },
  );
  before.current = { of: filter, columns: placed };
  const toPieces = (line: QueueLine | undefined): readonly ToneText[] => {
    const [mark, tone] = line ? entryTone(line.entry.state) : [' '];
    const cells = line && state.spoken ? [{ text: `  ${spokenLine(placed, line, facts)}` }] : undefined;
    return line
      ? [{ text: mark, ...(tone === undefined ? {} : { tone }) }, ...(cells ?? rowPieces(placed, line, facts))]
      : [];
  };
  return (
    <Box>
      <Box flexDirection="column" width={columns} aria-role="list">
        {lines.map((line) =>
          'section' in line ? (
            <SectionHeading key={line.section.key} section={line.section} width={columns} />
          ) : (
            <ListRow
              key={shown.get(line.row)?.entry.localId}
              pieces={toPieces(shown.get(line.row))}
              selected={line.row === index}
              marked={isMarked(line.row)}
              words={words}
            />
          ),
        )}
        <Lines lines={broken} style={theme.bad} />
      </Box>
      {hasScrollBar && (
        <Box marginLeft={1} flexShrink={0}>
          <ScrollBar top={top} height={height} count={countLines(rows)} />
        </Box>
      )}
    </Box>
  );
}

function emptyText(app: App): string {
  const { queueTrouble } = app.model.get().session?.engine.snapshot() ?? {};
  const filter = lineText(app.model.get().fields['queue-filter']);
  if (queueTrouble) {
    return hintsIn(app, queueTrouble.message);
  }

  return filter === ''
    ? `Nothing waits here. ${wayTo(app, 'add')} adds an animal.`
    : `Nothing here matches "${filter}". Esc clears the filter.`;
}

/** What a row says of an animal at this moment. */
function toLine(entry: Entry, now: number, waiting: WaitContext): QueueLine {
  return { entry, age: ageText(entry.createdAt, now), nextTry: '', reason: reasonCell(entry, now, waiting) };
}
