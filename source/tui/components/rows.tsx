/** The rows of every screen with a cursor: the part in sight, headings of sections among them. */
import { Box, Text } from 'ink';
import { memo, type ReactNode } from 'react';
import { fitCells } from '../../platform/text/terminal-text.ts';
import { outageRemark, type QueueSection, queueSectionNames, waitingRemark } from '../words/queue-sections.ts';
import { cursorIndex, rowsOf } from '../actions/cursor.ts';
import { type App, keyOf, snapshotOf, useTheme } from '../app-context.ts';
import { layOutBody, pageHeight } from '../layout.ts';
import { type CursorRows, scrollTo, countLines, lineOfRow, type Section, takeLines } from '../models/position.ts';
import type { ListName } from '../state/ui-state.ts';
import { Pieces, ToneLine } from './line.tsx';
import { findOutage } from '../../domain/waits.ts';
import { splitMatches } from '../../domain/search/match-query.ts';
import { cursorSign, type ToneText } from '../../text/glyphs.ts';

type Sight = ReturnType<typeof sightOf>;

/**
 * The part of a list that is in sight as its cursor stands now: from which of its lines on, how many fit, and the
 * lines, of so many `count`. `index`: the row that the cursor is on; `columns`: the cells that they have.
 */
export function sightOf(app: App, list: ListName) {
  const state = app.model.get();
  const rows = rowsOf(app, list);
  const index = cursorIndex(app, list);
  const height = pageHeight(state, list);
  const count = countLines(rows);
  const top = scrollTo(state.positions[list].top, lineOfRow(rows, index), height, count);
  const lines = takeLines(rows, top, height);
  const { columns } = layOutBody(state).main;
  return { top, height, lines, count, index, columns };
}

/** The heading of a section, and what is true of all its rows: ` Waiting  2   sent when the store answers`. */
type SectionTitle = { readonly title: string; readonly count: number | string; readonly remark?: string };

/** The heading of a section of the queue, or of the store's animals, of which `isMore` than are listed. */
export function queueTitle(app: App, { key, count }: Section, isMore = false): SectionTitle {
  if (key === 'stored') {
    return { title: 'On the store', count: `${count}${isMore ? '+' : ''}` };
  }

  const { connection, entries } = snapshotOf(app);
  const outage = key === 'waiting' ? findOutage(entries, app.now()) : undefined;
  const remarks: Readonly<Record<string, string>> = {
    waiting: waitingRemark(connection) || (outage ? outageRemark(outage, app.now()) : ''),
    held: `${keyOf(app, 'release')} releases`,
  };
  return { title: queueSectionNames[key as QueueSection], count, remark: remarks[key] ?? '' };
}

type Props<Row extends { readonly key: string }> = {
  readonly sight: Sight;
  readonly rows: CursorRows<Row>;
  readonly heading?: ReactNode;
  readonly titleOf?: (section: Section) => SectionTitle;
  readonly lookOf: (row: Row) => RowLook;
  readonly children?: ReactNode;
};

/** Only the rows that fit are mounted. */
export function ListRows<Row extends { readonly key: string }>(props: Props<Row>) {
  const { sight, rows, heading, titleOf, lookOf, children } = props;
  const { lines, index, columns } = sight;
  return (
    <Box flexDirection="column" width={columns} aria-role="list">
      {heading}
      {lines.map((line) => {
        if ('section' in line) {
          return titleOf && <SectionLine key={line.section.key} {...titleOf(line.section)} width={columns} />;
        }

        const row = rows.at(line.row);
        return row && <ListRow {...lookOf(row)} key={row.key} selected={line.row === index} />;
      })}
      {children}
    </Box>
  );
}

function SectionLine({ title, count, width, remark = '' }: SectionTitle & { readonly width: number }) {
  const head = ` ${title}`;
  const rest = fitCells(`  ${count}${remark === '' ? '' : `   ${remark}`}`, Math.max(0, width - head.length));
  const pieces: readonly ToneText[] = [
    { text: head, tone: 'strong' },
    { text: rest.trimEnd(), tone: 'quiet' },
  ];
  return <ToneLine pieces={pieces} />;
}

type RowLook = {
  /** Its cells but for the first, which is the cursor's. */
  readonly pieces: readonly ToneText[];
  /** Where animals can be marked: whether this one is. */
  readonly marked?: boolean;
  /** Words to highlight, one a line. */
  readonly words?: string;
};

/** One row of a list. Memoised by what it shows: a cursor move draws two rows. */
export const ListRow = memo(
  function ListRow({ pieces, selected, marked, words = '' }: RowLook & { readonly selected: boolean }) {
    const theme = useTheme();
    // A coloured sign in an inverse row would be a coloured block.
    const isPlain = selected && theme.selected.inverse === true;
    // What one looks at is not faint, and a look less is bytes less with every move.
    const drawn = ({ text, tone }: ToneText): ToneText =>
      tone === undefined || (isPlain && tone !== 'match') || (selected && tone === 'quiet') ? { text } : { text, tone };
    return (
      <Box aria-role="listitem" aria-state={{ selected, checked: marked === true }}>
        <Text
          wrap="truncate"
          {...(selected ? theme.selected : theme.plain)}
          aria-label={spokenRow(pieces.map(({ text }) => text).join(''))}
        >
          {selected ? <Text {...(isPlain ? theme.plain : theme.cursor)}>{cursorSign}</Text> : ' '}
          {marked !== undefined && (marked ? '*' : ' ')}
          <Pieces pieces={pieces.flatMap((piece) => withMatches(piece, words)).map(drawn)} />
        </Text>
      </Box>
    );
  },
  (a, b) => JSON.stringify(a) === JSON.stringify(b),
);

/** Signs are no words, however much they matter. */
function withMatches(piece: ToneText, words: string): readonly ToneText[] {
  const isText = piece.tone === undefined || piece.tone === 'strong' || piece.tone === 'quiet';
  return words === '' || !isText
    ? [piece]
    : splitMatches(piece.text, words.split('\n')).map(({ text, match }) => ({
        ...piece,
        text,
        ...(match ? { tone: 'match' as const } : {}),
      }));
}

const marks: Readonly<Record<string, string>> = { '~': 'queued', '!': 'needs you', '•': 'new' };

/** A row of columns as it is read aloud: no gaps, and marks as words. That it is held, its state says. */
export function spokenRow(text: string): string {
  return text
    .replace(/^[~!=•]/, (mark) => `${marks[mark] ?? ''}  `)
    .split(/ {2,}/)
    .map((cell) => cell.trim())
    .filter(Boolean)
    .join(', ');
}
