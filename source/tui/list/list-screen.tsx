import { isAscending } from '../../domain/order-pets.js';
import { shownWords } from '../../domain/search/match-query.js';
import { animalColumns, type AnimalFacts, type AnimalLine, seenColumn } from '../../text/animal/animal-columns.js';
import { nothingFoundText } from '../../text/animal/read-category-text.js';
import { headingLine, narrowWidth, rowPieces, spokenRow } from '../../text/columns.js';
import { unreadText } from '../words/connection-text.js';
import { entrySign, stateText } from '../words/entry-text.js';
import { nameText } from '../../text/animal/pet-texts.js';
import type { ToneText } from '../../text/glyphs.js';
import { listFindings, listRows, seenIn } from '../actions/cursor.js';
import { type App, factsOf, glyphsIn, hintsIn, snapshotOf, textOf, useDrawing, wayTo } from '../app-context.js';
import { Line, Lines, Paragraph } from '../components/line.js';
import { queueTitle, ListRows, rowsInSight, sightOf, usePlaced } from '../components/rows.js';
import { layOutBody } from '../layout.js';
import { marksIn } from '../marks/marks.js';
import type { Row } from '../models/position.js';
import { isQueued } from '../../text/animal/pet-texts.js';
import { fitCells } from '../../platform/text/terminal-text.js';
import { seenEntry } from '../../domain/first-seen.js';
import { animalList } from '../state/ui-model.js';

/** Ids of so many digits have room before one is in sight, so that columns do not jump. Longer ones are rare. */
const usualId = 9;

/**
 * How an animal stands is told at the end of its name: most have no such word, and a column would come and go. What
 * follows the word is when that was, which stands beside a whole name alone.
 */
const stateBeside = ({ state }: AnimalLine): readonly ToneText[] =>
  (state === '' ? [] : [state, state.replace(lessThanThat, '')]).map((text) => ({
    text,
    ...(state === 'new' ? { tone: 'accent' } : {}),
  }));
/** Of `queued 09:12` the time goes, of `sends in 4 s` the word. */
const lessThanThat = /^sends (?=in )|(?<!^sends) .*$/u;
const listColumns = animalColumns
  .filter(({ title }) => title !== 'STATE')
  .map((column) => (column.title === 'NAME' ? { ...column, beside: stateBeside } : column));
const columnsWithSeen = [...listColumns, seenColumn];
/** Columns of a window from which on the list tells since when an animal is known. */
const seenFrom = 110;

/** Pets and queued animals together, or what was entered here alone. */
export function ListScreen() {
  const { app, state, snapshot, theme } = useDrawing();
  const { pets } = snapshot;
  const { tab, sort } = state;
  const filter = textOf(app, 'filter');
  const rows = listRows(app);
  const sight = sightOf(app, animalList(state));
  const { lines, columns } = sight;
  const shown = rowsInSight(sight, rows);
  // Widths are from the rows in sight, never from all the data: that would walk 100 000 rows for one. Of the ids the
  // last is the longest.
  const last = pets.at(-1)?.id.length ?? 0;
  const facts: AnimalFacts = {
    labels: state.settings.categoryLabels,
    longestId: Math.max(...shown.map(({ key }) => key.length), last <= usualId ? last : 0),
    glyphs: state.spoken ? undefined : glyphsIn(state),
    isNarrow: columns < narrowWidth,
    now: app.now(),
  };
  // A listener would hear it with every row.
  const isSeen = state.size.columns >= seenFrom && !state.spoken;
  const write = (row: Row): AnimalLine => toLine(app, row, isSeen);
  // A list that goes on keeps its columns as it moves, where every cell of a slow link counts.
  const isStill = lines.length < sight.count && layOutBody(state).pane?.side !== 'right' && !state.spoken;
  const placed = usePlaced([tab, sort, filter].join('\n'), isSeen ? columnsWithSeen : listColumns, columns, facts, {
    rows: shown.map(write),
    isFitted: !isStill,
    signed: sort.toUpperCase(),
  });
  // Never deleted, never hidden: somebody may be able to mend them.
  const broken = (tab === 'mine' ? snapshot.unreadable : [])
    .slice(0, Math.max(1, sight.height - lines.length))
    .map(({ problem }) => fitCells(`! ${problem.message}`, columns));
  if (rows.count === 0 && broken.length === 0) {
    const text = emptyText(app);
    const why = nothingFoundText(listFindings(app).query, facts.labels, (name) => `:name NUMBER ${name}`);
    return <Paragraph text={`${text} ${why}`.trimEnd()} columns={columns - 2} />;
  }

  app.placed.current = placed;
  const arrow = facts.glyphs?.[isAscending(sort, state.reverse) ? 'ascending' : 'descending'];
  const heading = `   ${headingLine(placed, arrow === undefined ? {} : { [sort.toUpperCase()]: arrow })}`;
  const words = shownWords(listFindings(app).query).join('\n');
  const isMarked = marksIn(app);
  const isMore = snapshot.lists.all.fetchedAt === undefined;
  return (
    <ListRows
      sight={sight}
      heading={<Line text={heading} style={theme.quiet} spoken={spokenRow(heading)} />}
      titleOf={(section) => queueTitle(app, section, isMore)}
      rows={rows}
      lookOf={(row) => {
        const sign = isQueued(row.animal) ? entrySign(row.animal.state) : { text: ' ' };
        const pieces = [sign, ...rowPieces(placed, write(row), facts)];
        return { pieces, marked: isMarked(row.key), words };
      }}
    >
      <Lines lines={broken} style={theme.bad} />
    </ListRows>
  );
}

function toLine(app: App, { key: id, animal }: Row, isSeen: boolean): AnimalLine {
  const { newcomers } = snapshotOf(app);
  if (!isQueued(animal)) {
    const seen = isSeen ? seenIn(app).get(animal.id) : undefined;
    return { id, pet: animal, state: newcomers.has(animal.id) && seen?.isNew !== true ? 'new' : '', seen };
  }

  const state = stateText(animal, app.now(), snapshotOf(app).sending.type === 'yes' && !app.model.get().spoken);
  return {
    id,
    pet: { ...animal, name: nameText(animal) },
    state,
    seen: seenEntry(animal),
  };
}

function emptyText(app: App): string {
  const { loaded, lists, connection, pets, unreadableRows, queueTrouble } = snapshotOf(app);
  const { tab } = app.model.get();
  const [filter, facts] = [textOf(app, 'filter'), factsOf(app)];
  if (!loaded) {
    return 'Opening what was saved …';
  }

  if (tab === 'mine') {
    const none = filter === '' ? `Nothing waits here. ${facts.add} adds an animal.` : nothingMatches(filter);
    return queueTrouble ? hintsIn(app, queueTrouble.message) : none;
  }

  // A list that was never read is not empty: nobody knows what is in it.
  if (lists.all.fetchedAt === undefined && pets.length === 0 && filter === '') {
    return unreadText(connection, app.now(), facts);
  }

  if (filter !== '') {
    return nothingMatches(filter, lists.all.complete ? 'Nothing' : 'No animal that is known here');
  }

  if (tab === 'all' && lists.all.complete && connection.state === 'online' && !unreadableRows) {
    return `This store is empty. ${facts.add} adds the first animal.`;
  }

  if (tab === 'all') {
    return (
      `${unreadableRows ? 'No animal that the store lists can be read here.' : 'No animals are known yet.'} ` +
      `${facts.add} adds one, ${wayTo(app, 'refresh')} asks the store again.`
    );
  }

  // Nor is it known of what a list does not show, or shows in a way that cannot be read.
  const isWhole = lists.all.complete && unreadableRows === undefined;
  const which = isWhole ? '' : ' that is known here';
  return tab === 'none'
    ? `Every animal${which} has a status. Tab shows the others.`
    : `No animal${which} is ${tab}. Tab shows the others.`;
}

function nothingMatches(filter: string, which = 'Nothing here'): string {
  return `${which} matches "${filter}". Esc clears the filter.`;
}
