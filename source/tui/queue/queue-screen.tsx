import { Box } from 'ink';
import type { Entry } from '../../domain/entry.js';
import { fitCells } from '../../platform/text/terminal-text.js';
import { cursorIndex, queueRows } from '../actions/cursor.js';
import { useApp, useSnapshot, useTheme, useUi, waitContext } from '../app-context.js';
import { Line } from '../components/line.js';
import { ListRow } from '../list/list-row.js';
import { pageHeight } from '../layout.js';
import { scrollTo } from '../list/position.js';
import { entryMark, troubleText } from '../../text/entry-text.js';
import { ageText, exactTimeText } from '../../text/time-text.js';
import { waitText, type WaitContext } from '../../text/wait-text.js';
import { wrapCells } from '../../text/wrap-cells.js';

/** Every queued animal with its state, age, tries, next try and reason, and what was settled since the app was opened. */
export function QueueScreen() {
  const app = useApp();
  const theme = useTheme();
  const state = useUi();
  const { unreadable, queueTrouble } = useSnapshot();

  const rows = queueRows(app);
  const index = cursorIndex(app, 'queue');
  const height = pageHeight(state, 'queue');
  const top = scrollTo(state.positions.queue.top, index, height, rows.count);
  const { columns } = state.size;
  const waiting = waitContext(app);
  const shown = Array.from({ length: Math.min(height, rows.count - top) }, (_, offset) => rows.at(top + offset)?.entry);

  // Never deleted, never hidden: somebody may be able to mend them.
  const broken = unreadable.slice(0, Math.max(1, height - shown.length)).map(({ path, problem }) => fitCells(`! cannot be read: ${path} (${problem.message})`, columns));
  if (rows.count === 0 && broken.length === 0) {
    return (
      <Box flexDirection="column">
        {wrapCells(queueTrouble?.message ?? 'Nothing waits here. a adds an animal.', columns).map((line, row) => (
          <Line key={row} text={line} />
        ))}
      </Box>
    );
  }

  return (
    <Box flexDirection="column" aria-role="list">
      <Line text={`  ${write({ id: 'ID', name: 'NAME', state: 'STATE', age: 'AGE', tries: 'TRIES', next: 'NEXT TRY', reason: 'REASON' }, columns)}`} style={theme.quiet} />
      {shown.map((entry, offset) => entry && <ListRow key={entry.localId} text={entryMark(entry.state) + write(cells(entry, app.now(), waiting), columns)} selected={top + offset === index} />)}
      {broken.map((text, index) => (
        <Line key={index} text={text} style={theme.bad} />
      ))}
    </Box>
  );
}

type Cells = Readonly<Record<'id' | 'name' | 'state' | 'age' | 'tries' | 'next' | 'reason', string>>;

function cells(entry: Entry, now: number, waiting: WaitContext): Cells {
  const wait = entry.state === 'queued' ? waitText(entry, waiting, now) : undefined;
  const next = wait?.until ?? entry.nextTryAt;
  return {
    id: entry.localId,
    name: entry.name,
    state: entry.state,
    age: ageText(entry.createdAt, now),
    tries: String(entry.attempts),
    next: next === undefined ? '-' : exactTimeText(next, now),
    reason: entry.state === 'created' ? `#${entry.petId ?? '?'}` : (entry.review?.reason ?? wait?.column ?? troubleText(entry)),
  };
}

function write({ id, name, state, age, tries, next, reason }: Cells, columns: number): string {
  const start = fitCells(id, 7, 'right');
  if (columns < 40) {
    return `${start} ${fitCells(name, columns - 20)} ${fitCells(state, 9)}`;
  }

  if (columns < 60) {
    return `${start} ${fitCells(name, columns - 27)} ${fitCells(state, 9)} ${fitCells(age, 6)}`;
  }

  const nameWidth = Math.max(16, Math.floor((columns - 44) / 2));
  const rest = columns - 2 - 7 - 2 - nameWidth - 1 - 10 - 7 - 6 - 10;
  return `${start}  ${fitCells(name, nameWidth)} ${fitCells(state, 10)}${fitCells(age, 7)}${fitCells(tries, 5, 'right')} ${fitCells(next, 9)} ${fitCells(reason, Math.max(0, rest))}`;
}
