import type { Entry } from '../../domain/entry.js';
import { nothingFoundText } from '../../text/animal/read-category-text.js';
import { shownWords } from '../../domain/search/match-query.js';
import { fitCells } from '../../platform/text/terminal-text.js';
import { queueFindings, queueRows } from '../actions/cursor.js';
import { type App, glyphsIn, hintsIn, snapshotOf, textOf, useDrawing, waitContext, wayTo } from '../app-context.js';
import { marksIn } from '../marks/marks.js';
import type { Row } from '../models/position.js';
import { Lines, Paragraph } from '../components/line.js';
import { queueTitle, ListRows, rowsInSight, sightOf, usePlaced } from '../components/rows.js';
import { rowPieces, spokenLine } from '../../text/columns.js';
import { type QueueFacts, type QueueLine, queueScreenColumns, standsSince } from '../../text/queue/queue-columns.js';
import { entrySign, reasonCell } from '../../text/queue/entry-text.js';
import { ageText } from '../../text/time-text.js';

/** Every queued animal in the section of what it waits for, with its state and the reason. */
export function QueueScreen() {
  const { app, state, theme, snapshot } = useDrawing();
  const { spoken, settings } = state;
  const rows = queueRows(app);
  const sight = sightOf(app, 'queue');
  const { lines, columns } = sight;
  const facts: QueueFacts = { labels: settings.categoryLabels, glyphs: spoken ? undefined : glyphsIn(state) };
  const waiting = waitContext(app);
  const toLine = ({ animal: entry }: Row<Entry>): QueueLine => ({
    entry,
    age: ageText(standsSince(entry), app.now()),
    nextTry: '',
    reason: reasonCell(entry, app.now(), waiting),
  });
  const placed = usePlaced(
    textOf(app, 'queue-filter'),
    queueScreenColumns,
    columns,
    facts,
    spoken ? undefined : { rows: rowsInSight(sight, rows).map(toLine), isFitted: true },
  );
  // Never deleted, never hidden: somebody may be able to mend them.
  const broken = snapshot.unreadable
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
      rows={rows}
      titleOf={(section) => queueTitle(app, section)}
      lookOf={(row) => {
        const line = toLine(row);
        const cells = spoken ? [{ text: `  ${spokenLine(placed, line, facts)}` }] : rowPieces(placed, line, facts);
        return { pieces: [entrySign(row.animal.state), ...cells], marked: isMarked(row.key), words };
      }}
    >
      <Lines lines={broken} style={theme.bad} />
    </ListRows>
  );
}

function emptyText(app: App): string {
  const { queueTrouble } = snapshotOf(app);
  if (queueTrouble) {
    return hintsIn(app, queueTrouble.message);
  }

  const filter = textOf(app, 'queue-filter');
  const unknown = nothingFoundText(queueFindings(app).query, app.model.get().settings.categoryLabels);
  return filter === ''
    ? `Nothing waits here. ${wayTo(app, 'add')} adds an animal.`
    : hintsIn(app, `Nothing here matches "${filter}". Esc clears the filter. ${unknown}`.trimEnd());
}
