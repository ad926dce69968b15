import type { Entry } from '../../domain/entry.ts';
import { isAscending } from '../../domain/order-pets.ts';
import type { PaneLine } from '../../text/pane-lines.ts';
import { shownWords } from '../../domain/search/match-query.ts';
import { inApp, nothingFoundText } from '../../text/animal/read-category-text.ts';
import { connectionAdvice } from '../words/connection-text.ts';
import { entrySign, stateText } from '../words/entry-text.ts';
import { nameText } from '../../text/animal/pet-texts.ts';
import { shortName } from '../../text/hints.ts';
import { countsDown, type WaitContext } from '../../text/queue/wait-text.ts';
import { listFindings, listRows, seenIn } from '../actions/cursor.ts';
import { type App, drawingOf, factsOf, hintsIn, snapshotOf, textOf, useDrawing, keyOf } from '../app-context.ts';
import { Line, Lines, Middle } from '../components/line.tsx';
import { queueTitle, ListRows, sightOf, spokenRow } from '../components/rows.tsx';
import { marksIn } from '../marks/marks.ts';
import type { Row } from '../models/position.ts';
import { isQueued } from '../../text/animal/pet-texts.ts';
import { fitCells } from '../../platform/text/terminal-text.ts';
import { seenEntry } from '../../domain/first-seen.ts';
import {
  type AnimalLine,
  type Columns,
  headingLine,
  type ListFacts,
  longestOf,
  placeColumns,
  rowPieces,
} from './list-columns.ts';

/** Columns of a window from which on the list tells since when an animal is known. */
const seenFrom = 110;

/** Pets and queued animals together, or what was entered here alone. */
export function ListScreen() {
  const drawing = useDrawing();
  const { app, state, snapshot, labels, waiting, theme } = drawing;
  const { tab, sort } = state;
  const rows = listRows(app);
  const sight = sightOf(app, 'list');
  const { lines, columns } = sight;
  const facts = listFacts(drawing);
  // A listener would hear it with every row.
  const hasSeen = state.size.columns >= seenFrom && !state.spoken;
  const placed = placeColumns(columns, longestOf(snapshot, labels), { hasSeen, isSpoken: state.spoken });
  // Never deleted, never hidden: somebody may be able to mend them.
  const broken = (tab === 'mine' ? snapshot.unreadable : [])
    .slice(0, Math.max(1, sight.height - lines.length))
    .map(({ problem }) => fitCells(`! ${problem.message}`, columns));
  if (rows.count === 0 && broken.length === 0) {
    const text = emptyText(app);
    const why = nothingFoundText(listFindings(app).query, labels, inApp);
    return <Middle text={`${text} ${why}`.trimEnd()} />;
  }

  const arrow = facts.glyphs?.[isAscending(sort, state.reverse) ? 'ascending' : 'descending'];
  const heading = headingLine(placed, sort.toUpperCase(), arrow ?? '');
  const words = shownWords(listFindings(app).query).join('\n');
  const isMarked = marksIn(app);
  const isMore = !snapshot.lists.all.complete;
  return (
    <ListRows
      sight={sight}
      heading={<Line text={heading} style={theme.quiet} spoken={spokenRow(heading)} />}
      titleOf={(section) => queueTitle(app, section, isMore)}
      rows={rows}
      lookOf={(row) => {
        const sign = isQueued(row.animal) ? entrySign(row.animal.state) : { text: ' ' };
        const pieces = [sign, ...rowPieces(placed, toLine(app, waiting, row, hasSeen), facts)];
        return { pieces, marked: isMarked(row.key), words };
      }}
    >
      <Lines lines={broken} style={theme.bad} />
    </ListRows>
  );
}

function listFacts(drawing: ReturnType<typeof drawingOf>): ListFacts {
  return { ...drawing, glyphs: drawing.state.spoken ? undefined : drawing.glyphs };
}

/** The row of an animal that was entered here, where no cursor goes. */
export function entryPieces(app: App, placed: Columns, entry: Entry): PaneLine {
  const drawing = drawingOf(app);
  const line = toLine(app, drawing.waiting, { key: entry.localId, animal: entry }, false);
  return [{ text: '  ' }, entrySign(entry.state), ...rowPieces(placed, line, listFacts(drawing))];
}

function toLine(app: App, waiting: WaitContext, { key: id, animal }: Row, isSeen: boolean): AnimalLine {
  const { newcomers } = snapshotOf(app);
  if (!isQueued(animal)) {
    const seen = isSeen ? seenIn(app).get(animal.id) : undefined;
    return { id, pet: animal, state: newcomers.has(animal.id) && seen?.isNew !== true ? 'new' : '', seen };
  }

  const state = stateText(animal, app.now(), !app.model.get().spoken && countsDown(animal, waiting, app.now()));
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
    return connectionAdvice(connection, app.now(), facts) ?? 'Reading the list of the store for the first time …';
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
      `${facts.add} adds one, ${keyOf(app, 'refresh')} asks the store again.`
    );
  }

  // Nor is it known of what a list does not show, or shows in a way that cannot be read.
  const isWhole = lists.all.complete && unreadableRows === undefined;
  const which = isWhole ? '' : ' that is known here';
  return tab === 'none'
    ? `Every animal${which} has a status. Tab shows the others.`
    : `No animal${which} is ${tab}. Tab shows the others.`;
}

/** What stands in place of rows where the filter finds none. */
export function nothingMatches(filter: string, which = 'Nothing here'): string {
  return `${which} matches "${shortName(filter)}". Esc clears the filter.`;
}
