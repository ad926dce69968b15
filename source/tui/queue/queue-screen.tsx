import type { Entry } from '../../domain/entry.js';
import { shownWords } from '../../domain/search/match-query.js';
import { fitCells } from '../../platform/text/terminal-text.js';
import { lineText } from '../input/line.js';
import { queueFindings, queueRows } from '../actions/cursor.js';
import {
  type App,
  glyphsIn,
  hintsIn,
  useApp,
  useSnapshot,
  useTheme,
  useUi,
  waitContext,
  wayTo,
} from '../app-context.js';
import { marksIn } from '../marks/marks.js';
import { Lines, Paragraph } from '../components/line.js';
import { queueTitle, ListRows, rowsInSight, sightOf, usePlaced } from '../components/rows.js';
import { rowPieces, spokenLine } from '../../text/columns.js';
import { type QueueFacts, type QueueLine, queueScreenColumns } from '../../text/queue/queue-columns.js';
import { entrySign, reasonCell } from '../../text/queue/entry-text.js';
import { ageText } from '../../text/time-text.js';

/** Every queued animal in the section of what it waits for, with its state and the reason. */
export function QueueScreen() {
  const app = useApp();
  const theme = useTheme();
  const state = useUi();
  const { unreadable } = useSnapshot();
  const { spoken, fields, settings } = state;

  const rows = queueRows(app);
  const sight = sightOf(app, 'queue');
  const { lines, columns } = sight;
  const facts: QueueFacts = { labels: settings.categoryLabels, glyphs: spoken ? undefined : glyphsIn(state) };
  const waiting = waitContext(app);
  const toLine = ({ entry }: { readonly entry: Entry }): QueueLine => ({
    entry,
    age: ageText(entry.createdAt, app.now()),
    nextTry: '',
    reason: reasonCell(entry, app.now(), waiting),
  });
  const shown = rowsInSight(sight, rows);
  const placed = usePlaced(
    lineText(fields['queue-filter']),
    queueScreenColumns,
    columns,
    facts,
    spoken ? undefined : { rows: Array.from(shown.values(), toLine), isFitted: true },
  );
  // Never deleted, never hidden: somebody may be able to mend them.
  const broken = unreadable
    .slice(0, Math.max(1, sight.height - lines.length))
    .map(({ problem }) => fitCells(`! ${problem.message}`, columns));
  if (rows.count === 0 && broken.length === 0) {
    return <Paragraph text={emptyText(app)} columns={columns} />;
  }

  const words = shownWords(queueFindings(app).query).join('\n');
  const isMarked = marksIn(app);
  return (
    <ListRows
      sight={sight}
      titleOf={(section) => queueTitle(app, section)}
      rowOf={(place) => {
        const row = shown.get(place);
        if (!row) {
          return undefined;
        }

        const { key, entry } = row;
        const line = toLine(row);
        const cells = spoken ? [{ text: `  ${spokenLine(placed, line, facts)}` }] : rowPieces(placed, line, facts);
        return { key, look: { pieces: [entrySign(entry.state), ...cells], marked: isMarked(key, place), words } };
      }}
    >
      <Lines lines={broken} style={theme.bad} />
    </ListRows>
  );
}

function emptyText(app: App): string {
  const { fields, session } = app.model.get();
  const { queueTrouble } = session?.engine.snapshot() ?? {};
  if (queueTrouble) {
    return hintsIn(app, queueTrouble.message);
  }

  const filter = lineText(fields['queue-filter']);
  return filter === ''
    ? `Nothing waits here. ${wayTo(app, 'add')} adds an animal.`
    : `Nothing here matches "${filter}". Esc clears the filter.`;
}
