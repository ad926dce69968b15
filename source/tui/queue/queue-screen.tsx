import { Box } from 'ink';
import { useRef } from 'react';
import type { Entry } from '../../domain/entry.js';
import { shownWords } from '../../domain/search/find-places.js';
import { fitCells } from '../../platform/text/terminal-text.js';
import { lineText } from '../input/line.js';
import { queueFindings, queueRows } from '../actions/cursor.js';
import { glyphsIn, hintsIn, useApp, useSnapshot, useTheme, useUi, waitContext, wayTo } from '../app-context.js';
import { rangeOf } from '../marks/marks.js';
import { Line, Lines } from '../components/line.js';
import { ListRow } from '../list/list-row.js';
import { ScrollBar } from '../components/scroll-bar.js';
import { layOutBody, showsScrollBar } from '../layout.js';
import { windowOf } from '../list/list-window.js';
import { takeRows } from '../models/position.js';
import type { QueueTab } from '../state/ui-state.js';
import { headingLine, type PlacedColumn, placeColumns, rowPieces, spokenLine } from '../../text/columns.js';
import { type QueueLine, queueColumns } from '../../text/queue/queue-columns.js';
import { entryTone, troubleText } from '../../text/queue/entry-text.js';
import type { ToneText } from '../../text/tone.js';
import { ageText, exactTimeText } from '../../text/time-text.js';
import { waitText, type WaitContext } from '../../text/queue/wait-text.js';
import { wrapCells } from '../../text/wrap-cells.js';

/**
 * Every queued animal with its state, age, tries, next try and reason.
 */
export function QueueScreen() {
  const app = useApp();
  const theme = useTheme();
  const state = useUi();
  const { unreadable, queueTrouble } = useSnapshot();

  // Columns stay where they are as long as nothing is cut there.
  const before = useRef<{ readonly of: string; readonly columns: readonly PlacedColumn<QueueLine, typeof facts>[] }>(
    undefined,
  );
  const rows = queueRows(app);
  const filter = lineText(state.fields['queue-filter']);
  const words = shownWords(queueFindings(app).query).join('\n');
  const { top, index, height } = windowOf(app, 'queue');
  const { main } = layOutBody(state);
  const facts = { labels: state.settings.categoryLabels, glyphs: state.spoken ? undefined : glyphsIn(state) };
  const waiting = waitContext(app);
  const { marks } = state;
  const range = rangeOf(app);
  const isInRange = (row: number): boolean => range !== undefined && row >= range.from && row <= range.to;
  const shown = takeRows(rows, top, height).map(({ entry }) => toLine(entry, app.now(), waiting));
  const hasScrollBar = shown.length < rows.count && showsScrollBar(state);
  const columns = main.columns - (hasScrollBar ? 2 : 0);
  const arrangement = [state.queueTab, filter].join('\n');
  const placed = placeColumns(
    queueColumns,
    columns,
    facts,
    state.spoken
      ? undefined
      : {
          rows: shown,
          isFitted: true,
          before: before.current?.of === arrangement ? before.current.columns : undefined,
        },
  );
  before.current = { of: arrangement, columns: placed };

  // Never deleted, never hidden: somebody may be able to mend them.
  const broken = unreadable
    .slice(0, Math.max(1, height - shown.length))
    .map(({ problem }) => fitCells(`! ${problem.message}`, columns));
  if (rows.count === 0 && broken.length === 0) {
    return (
      <Box flexDirection="column">
        <Lines
          lines={wrapCells(
            (queueTrouble && hintsIn(app, queueTrouble.message)) ??
              (filter === ''
                ? emptyTexts[state.queueTab] +
                  (state.queueTab === 'open' ? ` ${wayTo(app, 'add')} adds an animal.` : '')
                : `Nothing here matches "${filter}". Esc clears the filter.`),
            columns,
          )}
        />
      </Box>
    );
  }

  return (
    <Box>
      <Box flexDirection="column" width={columns} aria-role="list">
        <Line text={`   ${headingLine(placed)}`} style={theme.heading} />
        {shown.map((line, offset) => (
          <ListRow
            key={line.entry.localId}
            pieces={toPieces(line)}
            selected={top + offset === index}
            marked={marks.has(line.entry.localId) || isInRange(top + offset)}
            words={words}
          />
        ))}
        <Lines lines={broken} style={theme.bad} />
      </Box>
      {hasScrollBar && (
        <Box marginTop={1} marginLeft={1} flexShrink={0}>
          <ScrollBar top={top} height={height} count={rows.count} />
        </Box>
      )}
    </Box>
  );

  function toPieces(line: QueueLine): readonly ToneText[] {
    const [mark, tone] = entryTone(line.entry.state);
    return [
      { text: mark, ...(tone === undefined ? {} : { tone }) },
      ...(state.spoken ? [{ text: `  ${spokenLine(placed, line, facts)}` }] : rowPieces(placed, line, facts)),
    ];
  }
}

const emptyTexts: Readonly<Record<QueueTab, string>> = {
  open: 'Nothing waits here.',
  sent: 'Nothing was sent lately.',
  discarded: 'Nothing was discarded.',
};

/** What a row says of an animal at this moment. */
function toLine(entry: Entry, now: number, waiting: WaitContext): QueueLine {
  const wait = entry.state === 'queued' ? waitText(entry, waiting, now) : undefined;
  const next = wait?.until ?? entry.nextTryAt;
  return {
    entry,
    age: ageText(entry.createdAt, now),
    nextTry: next === undefined ? '-' : exactTimeText(next, now),
    reason:
      entry.state === 'created'
        ? `#${entry.petId ?? '?'}`
        : (entry.review?.reason ?? wait?.column ?? troubleText(entry)),
  };
}
