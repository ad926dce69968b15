import { Box } from 'ink';
import { nothingHappenedText } from '../../text/activity-text.js';
import { dayText, sinceText } from '../../text/time-text.js';
import { wrapCells } from '../../text/wrap-cells.js';
import { logRows } from '../actions/cursor.js';
import { useApp, useSnapshot, useUi } from '../app-context.js';
import { Lines } from '../components/line.js';
import { ScrollBar } from '../components/scroll-bar.js';
import { SectionLine } from '../components/section-line.js';
import { layOutBody, showsScrollBar } from '../layout.js';
import { ListRow } from '../list/list-row.js';
import { windowOf } from '../list/list-window.js';
import { countLines, type Section, takeLines } from '../models/sections.js';
import { activityLine } from './activity-line.js';

/** What happened with the store: while the app was closed first, and then by day, back to the end of the log. */
export function ActivityScreen() {
  const app = useApp();
  const state = useUi();
  useSnapshot();

  const rows = logRows(app);
  const { main } = layOutBody(state);
  if (rows.count === 0) {
    const since = state.leftAt ?? new Date(state.openedAt).toISOString();
    return (
      <Box flexDirection="column">
        <Lines lines={wrapCells(nothingHappenedText(since, app.now()), main.columns)} />
      </Box>
    );
  }

  const { top, index, height } = windowOf(app, 'activity');
  const lines = takeLines(rows, top, height);
  const hasScrollBar = lines.length < countLines(rows) && showsScrollBar(state);
  const columns = main.columns - (hasScrollBar ? 2 : 0);
  return (
    <Box>
      <Box flexDirection="column" width={columns} aria-role="list">
        {lines.map((line) => {
          if ('section' in line) {
            return <Heading key={line.section.key} section={line.section} width={columns} />;
          }

          const row = rows.at(line.row);
          return (
            row && <ListRow key={row.key} pieces={activityLine(app, row, columns)} selected={line.row === index} />
          );
        })}
      </Box>
      {hasScrollBar && (
        <Box marginLeft={1} flexShrink={0}>
          <ScrollBar top={top} height={height} count={countLines(rows)} />
        </Box>
      )}
    </Box>
  );
}

/** A day, or what happened while nobody looked. */
function Heading({ section: { key, from, count }, width }: { readonly section: Section; readonly width: number }) {
  const app = useApp();
  const { leftAt } = useUi();
  const isAway = key === 'away';
  const at = logRows(app).at(from)?.row.at ?? '';
  return (
    <SectionLine
      title={isAway ? 'While you were away' : dayText(at, app.now())}
      count={count}
      width={width}
      remark={isAway ? `since ${sinceText(leftAt ?? '', app.now())}` : ''}
    />
  );
}
