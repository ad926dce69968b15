import { Box, Text } from 'ink';
import { cellWidth, truncateCells } from '../../platform/text/terminal-text.ts';
import { mostTerms } from '../../domain/search/query.ts';
import { activeList, entryAtCursor, cursorIndex, listFindings, listRows, rowsOf } from '../actions/cursor.ts';
import { factsOf, hintsIn, snapshotOf, useDrawing, waitContext, type App } from '../app-context.ts';
import { answers, inset, layOutBody, problemLines, progressForms, statusRows } from '../layout.ts';
import { filterField, listOnScreen } from '../state/ui-model.ts';
import { type Prompt, currentScreen, type Message } from '../state/ui-state.ts';
import { unreadableRowsText } from '../../text/connection-sentence.ts';
import { connectionTexts } from '../words/connection-text.ts';
import { entrySentences } from '../words/entry-text.ts';
import { countText } from '../../text/count-text.ts';
import { TextField } from '../components/fields.tsx';
import { firstThatFits, Line, Lines, Paragraph } from '../components/line.tsx';

/** The line something is asked on; a question that has no box takes as many as it needs. */
export function PromptLine({ prompt }: { readonly prompt: Prompt }) {
  const { state, theme } = useDrawing();
  const { columns } = state.size;
  if (prompt.kind === 'confirm') {
    return <Paragraph text={prompt.question + answers} columns={columns} style={theme.strong} />;
  }

  const problem = prompt.kind === 'filter' ? [] : problemLines(state, prompt);
  return (
    <Box flexDirection="column" paddingLeft={inset}>
      <Lines lines={problem} style={theme.bad} />
      <Box>
        <Box flexShrink={0}>
          <Text {...theme.strong}>{promptLabels[prompt.kind]}</Text>
        </Box>
        <TextField name={prompt.kind === 'filter' ? filterField(state) : prompt.kind} />
      </Box>
    </Box>
  );
}

const promptLabels: Readonly<Record<Exclude<Prompt['kind'], 'confirm'>, string>> = {
  filter: 'Filter: ',
  command: ':',
  'api-key': 'API key (not shown): ',
  'pet-id': 'It is #',
};

/**
 * The status line, in three lanes: what is under way, what was last said (or else what is worth knowing here), and the
 * position. Where there is little room the words of the position go first, then the bar, and the position; counts and
 * sentences stay.
 */
export function MessageLine() {
  const { app, state, theme } = useDrawing();
  const { message, size } = state;
  const { progress: place, said } = statusRows(state);
  const forms = place === 'none' ? [''] : progressForms(state);
  const isSaid = said.length > 0 || place !== 'none';
  const { tone, ...texts }: Standing = isSaid
    ? { texts: said.slice(-1), tone: message?.tone ?? 'plain' }
    : standing(app);
  const style = theme[tone];
  const lanes = {
    ...texts,
    ...positionOf(app),
    forms: place === 'above' ? [''] : forms,
    columns: size.columns - inset,
  };
  const { progress, text, position } = fitLanes(lanes);
  return (
    <Box flexDirection="column" paddingLeft={inset}>
      {place === 'above' && <Line text={firstThatFits(forms, lanes.columns)} style={theme.plain} />}
      <Lines lines={said.slice(0, -1)} style={style} />
      <Text wrap="truncate">
        {progress}
        <Text {...style}>{text}</Text>
        {' '.repeat(Math.max(0, lanes.columns - cellWidth(progress + text + position)))}
        {position}
      </Text>
    </Box>
  );
}

/** From this width on a sentence is cut rather than said in three words. */
const wide = 60;

type Wanted = Pick<Standing, 'texts' | 'canBeCut'> &
  Position & { readonly forms: readonly string[]; readonly columns: number };
type Lanes = { readonly progress: string; readonly text: string; readonly position: string };

/** What of each lane is shown on one row: the longest forms that leave room for each other. */
function fitLanes({ forms, texts: [longest = '', ...shorter], positions, columns, matters, canBeCut = false }: Wanted) {
  const places = matters ? positions : [...positions, ''];
  const fits = ({ progress, text, position }: Lanes): boolean =>
    cellWidth(progress + text + position) + (position === '' || progress + text === '' ? 0 : 2) <= columns;
  const isPlaced = ({ position }: Lanes): boolean => position !== '';
  // A text with every pair beside it, those that give up least first.
  const rowsOf = (text: string): readonly Lanes[] =>
    forms
      .flatMap((form, left) =>
        places.map((position, right) => {
          const lost = left + right + (position === '' ? forms.length : 0);
          return { progress: form === '' || text === '' ? form : `${form}  `, text, position, right, lost };
        }),
      )
      .sort((a, b) => a.lost - b.lost || b.right - a.right);
  const position = places.findLast((each) => each !== '') ?? '';
  if (canBeCut && columns >= wide) {
    const cut = { progress: '', text: truncateCells(longest, columns - cellWidth(position) - 2), position };
    return rowsOf(longest).find((row) => fits(row) && (isPlaced(row) || position === '')) ?? cut;
  }

  const rows = shorter.flatMap(rowsOf);
  const least = matters
    ? { progress: '', text: '', position }
    : { progress: '', text: truncateCells(shorter.at(-1) ?? longest, columns), position: '' };
  return [...rowsOf(longest), ...rows.filter(isPlaced), ...rows].find(fits) ?? least;
}

/** `canBeCut`: its beginning says more than its shortest form. */
type Standing = { readonly texts: readonly string[]; readonly tone: Message['tone']; readonly canBeCut?: boolean };
const plain = (...texts: readonly string[]): Standing => ({ texts, tone: 'plain' });
const bad = (...texts: readonly string[]): Standing => ({ texts, tone: 'bad' });

/** What holds as long as nothing was said, from the longest form to the shortest. */
function standing(app: App): Standing {
  const { readOnly, unreadable, unreadableRows, connection } = snapshotOf(app);
  const { session } = app.model.get();
  const screen = currentScreen(app.model.get()).name;
  const isList = screen === 'list';
  const entry = isList ? entryAtCursor(app) : undefined;
  if (screen === 'connect') {
    // What is said of the present address is no help where another one is typed.
    return plain('');
  }

  if (readOnly) {
    const message = hintsIn(app, readOnly.message);
    return readOnly.code === 'no_locks'
      ? bad(message, 'The file system locks no files, so nothing can be sent: :doctor', 'Nothing can be sent: :doctor')
      : { ...bad(message, 'Nothing can be saved: :doctor'), canBeCut: true };
  }

  const hasPane = layOutBody(app.model.get()).pane !== undefined;
  const filtering = isList ? filterTexts(app) : [];
  if (filtering.length > 0) {
    return plain(...filtering);
  }

  // The pane says the same.
  if (entry && !hasPane) {
    return { ...plain(...entrySentences(entry, app.now(), waitContext(app))), canBeCut: true };
  }

  const [file] = unreadable;
  if (file?.problem.code === 'queue_joined') {
    return { ...bad(file.problem.message, 'Held: what another queue had more (:doctor)'), canBeCut: true };
  }

  if (unreadable.length > 0) {
    return bad(
      `${countText(unreadable.length, 'file')} of the queue cannot be read; doctor names them (:doctor).`,
      'Unreadable files: :doctor',
    );
  }

  if (unreadableRows && connection.state === 'online') {
    const count = countText(unreadableRows.rows, 'row');
    return bad(
      unreadableRowsText(unreadableRows),
      `${count} cannot be read: ${unreadableRows.why}.`,
      `${count} unreadable`,
    );
  }

  return plain(...(session ? connectionTexts(connection, app.now(), factsOf(app)) : []));
}

/** Where the filter does not find just what was typed. */
function filterTexts(app: App): readonly string[] {
  const { query, isFuzzy } = listFindings(app);
  if (query.isCut) {
    return [`Only the first ${mostTerms} words of the filter count.`];
  }

  return isFuzzy && listRows(app).count > 0
    ? ['Nothing contains this; these have its letters, in their order.', 'fuzzy: nothing contains it', 'fuzzy']
    : [];
}

/** Where the cursor is, from the longest form to the shortest; what `matters` may not go. */
type Position = { readonly positions: readonly string[]; readonly matters: boolean };

/** `row 16 of 89`: the cursor's row; or that a text goes on below, and by which key, which nothing may hide. */
function positionOf(app: App): Position {
  const screen = currentScreen(app.model.get());
  const below = app.bodyText(app)?.below ?? 0;
  if (below > 0) {
    return { positions: [`Ctrl-D ${below} more`], matters: true };
  }

  const isInList = screen.name === 'view' ? screen.found === undefined : listOnScreen(app.model.get()) !== undefined;
  const list = isInList ? activeList(app) : undefined;
  const count = list ? rowsOf(app, list).count : 0;
  if (!list || count === 0) {
    return { positions: [''], matters: false };
  }

  const isMore = list === 'list' && snapshotOf(app).lists.all.fetchedAt === undefined;
  const known = `${cursorIndex(app, list) + 1} of ${count}${isMore ? '+' : ''}`;
  return { positions: [`row ${known}`, known], matters: false };
}
