import { Box, Text } from 'ink';
import { cellWidth, truncateCells } from '../../platform/text/terminal-text.js';
import { mostTerms } from '../../domain/search/query.js';
import {
  cursorIndex,
  entryAtCursor,
  listFindings,
  listRows,
  queueFindings,
  queueRows,
  rowsOf,
} from '../actions/cursor.js';
import { settingsRows } from '../actions/settings-rows.js';
import {
  type App,
  factsOf,
  hintsIn,
  keyOf,
  snapshotOf,
  useApp,
  useSnapshot,
  useTheme,
  useUi,
  waitContext,
} from '../app-context.js';
import { markVerbs } from '../queue/change-queue.js';
import { countMarks, hasMarks } from '../marks/marks.js';
import { layOutBody, progressForms, statusRows } from '../layout.js';
import { filterOffers } from '../list/find-rows.js';
import { firstThatFits } from './first-that-fits.js';
import { currentScreen, type Message } from '../state/ui-state.js';
import { unreadableRowsText } from '../../text/connection-sentence.js';
import { connectionTexts } from '../../text/connection-text.js';
import { entrySentences } from '../../text/queue/entry-text.js';
import { countText } from '../../text/count-text.js';
import { Line, Lines } from '../components/line.js';

/**
 * The status line, in three lanes: what is under way, what was last said (or else what is worth knowing here), and the
 * position. Where there is little room the words of the position go first, then the bar, the time that is left, and the
 * position; counts and sentences stay.
 */
export function MessageLine() {
  const app = useApp();
  const theme = useTheme();
  const state = useUi();
  const { message, size } = state;
  const { progress } = useSnapshot();

  const { texts: positions, matters } = positionOf(app);
  const { progress: place, said } = statusRows(state);
  const forms = place === 'none' ? [''] : progressForms(state, app.pace.leftMs(progress, app.now()));
  const isSaid = said.length > 0 || place !== 'none';
  const {
    texts,
    tone,
    canBeCut = false,
  }: Standing = isSaid ? { texts: said.slice(-1), tone: message?.tone ?? 'plain' } : standing(app);
  if (app.timeless) {
    return <Box height={Math.max(1, said.length) + (place === 'above' ? 1 : 0)} />;
  }

  const style = theme[tone];
  const last = fitLanes({
    forms: place === 'above' ? [''] : forms,
    texts,
    positions,
    columns: size.columns,
    matters,
    canBeCut,
  });
  return (
    <Box flexDirection="column">
      {place === 'above' && <Line text={firstThatFits(forms, size.columns)} style={theme.plain} />}
      <Lines lines={said.slice(0, -1)} style={style} />
      <Text wrap="truncate">
        {last.progress}
        <Text {...style}>{last.text}</Text>
        {' '.repeat(last.gap)}
        {last.position}
      </Text>
    </Box>
  );
}

type Wanted = {
  readonly forms: readonly string[];
  readonly texts: readonly string[];
  readonly positions: readonly string[];
  readonly columns: number;
  readonly matters: boolean;
  readonly canBeCut: boolean;
};
type Lanes = { readonly progress: string; readonly text: string; readonly gap: number; readonly position: string };

/** From this width on a sentence is cut rather than said in three words. */
const wide = 60;

/** What of each lane is shown on one row: the longest forms that leave room for each other. */
function fitLanes({ forms, texts, positions, columns, matters, canBeCut }: Wanted): Lanes {
  const lanes = (form: string, text: string, position: string): Lanes | undefined => {
    const progress = form === '' || text === '' ? form : `${form}  `;
    const gap = columns - cellWidth(progress) - cellWidth(text) - cellWidth(position);
    return gap >= (position === '' ? 0 : 2) || (gap >= 0 && progress + text === '')
      ? { progress, text, gap, position }
      : undefined;
  };
  const places = matters ? positions : [...positions, ''];
  const [longest = ''] = texts;
  const whole = inOrder(forms, places).flatMap(([form, position]) => lanes(form, longest, position) ?? []);
  const isCut = canBeCut && columns >= wide;
  if (whole[0] && (!isCut || whole[0].position !== '' || places[0] === '')) {
    return whole[0];
  }

  const position = places.findLast((each) => each !== '') ?? '';
  if (isCut) {
    const text = truncateCells(longest, columns - cellWidth(position) - 2);
    return { progress: '', text, gap: columns - cellWidth(text) - cellWidth(position), position };
  }

  const shorter = texts.slice(1).flatMap((text) =>
    inOrder(forms, places)
      .flatMap(([form, each]) => lanes(form, text, each) ?? [])
      .slice(0, 1),
  );
  const withPosition = shorter.find((each) => each.position !== '') ?? shorter[0];
  return (
    withPosition ??
    (matters
      ? { progress: '', text: '', gap: Math.max(0, columns - cellWidth(position)), position }
      : { progress: '', text: truncateCells(texts.at(-1) ?? '', columns), gap: 0, position: '' })
  );
}

/** Every pair, those that give up least first. */
function inOrder(
  forms: readonly string[],
  places: readonly string[],
): readonly (readonly [form: string, place: string])[] {
  const pairs = forms.flatMap((form, left) =>
    places.map((place, right) => ({
      pair: [form, place] as const,
      lost: left + right + (place === '' ? forms.length : 0),
      right,
    })),
  );
  return pairs.sort((a, b) => a.lost - b.lost || b.right - a.right).map(({ pair }) => pair);
}

/** `canBeCut`: its beginning says more than its shortest form. */
type Standing = { readonly texts: readonly string[]; readonly tone: Message['tone']; readonly canBeCut?: boolean };

/** What holds as long as nothing was said, from the longest form to the shortest. */
function standing(app: App): Standing {
  const { readOnly, unreadable, unreadableRows, connection } = snapshotOf(app);
  const { session } = app.model.get();
  const screen = currentScreen(app.model.get()).name;
  const entry = screen === 'list' || screen === 'queue' ? entryAtCursor(app) : undefined;
  if (screen === 'connect') {
    // What is said of the present address is no help where another one is typed.
    return { texts: [''], tone: 'plain' };
  }

  if (readOnly) {
    const briefly =
      readOnly.code === 'no_locks'
        ? ['The file system locks no files, so nothing can be sent: :doctor', 'Nothing can be sent: :doctor']
        : ['Nothing can be saved: :doctor'];
    return { texts: [hintsIn(app, readOnly.message), ...briefly], tone: 'bad', canBeCut: readOnly.code !== 'no_locks' };
  }

  if ((screen === 'list' || screen === 'queue') && hasMarks(app)) {
    return { texts: marksTexts(app), tone: 'plain' };
  }

  const filtering = screen === 'list' || screen === 'queue' ? filterTexts(app, screen) : [];
  if (filtering.length > 0) {
    return { texts: filtering, tone: 'plain' };
  }

  // The pane says the same.
  if (entry && layOutBody(app.model.get()).pane === undefined) {
    return { texts: entrySentences(entry, app.now(), waitContext(app)), tone: 'plain', canBeCut: true };
  }

  if (screen === 'settings') {
    return { texts: [settingsRows(app).at(cursorIndex(app, 'settings'))?.value ?? ''], tone: 'plain' };
  }

  if (unreadable.length > 0) {
    return {
      texts: [
        `${countText(unreadable.length, 'file')} of the queue cannot be read; doctor names them (:doctor).`,
        'Unreadable files: :doctor',
      ],
      tone: 'bad',
    };
  }

  if (unreadableRows && connection.state === 'online') {
    return {
      texts: [
        unreadableRowsText(unreadableRows),
        `${countText(unreadableRows.rows, 'row')} cannot be read: ${unreadableRows.why}.`,
        `${countText(unreadableRows.rows, 'row')} unreadable`,
      ],
      tone: 'bad',
    };
  }

  const texts = session ? connectionTexts(connection, app.now(), factsOf(app)) : [];
  return { texts: texts.length === 0 ? [''] : texts, tone: 'plain' };
}

/**
 * What can be done with the marks. How many there are stands in the title, but for narrow windows; beside a pane all of
 * it stands there.
 */
function marksTexts(app: App): readonly string[] {
  const { size } = app.model.get();
  const none = `${keyOf(app, 'mark-none')} none`;
  const verbs = [...markVerbs(app).map(({ key, hint }) => `${key} ${hint}`), none].join('  ');
  const count = `${countMarks(app)} marked`;
  return layOutBody(app.model.get()).pane
    ? ['']
    : [size.columns < wide ? `${count}: ${verbs}` : verbs, `${count}; ${none}`];
}

/** What Tab can make of the filter, and where it does not find just what was typed. */
function filterTexts(app: App, list: 'list' | 'queue'): readonly string[] {
  const { prompt } = app.model.get();
  const { query, isFuzzy } = list === 'queue' ? queueFindings(app) : listFindings(app);
  const offers = prompt?.kind === 'filter' ? filterOffers(app).map((text) => text.trimEnd().replace(/^.*:/u, '')) : [];
  if (offers.length > 0) {
    return [`Tab: ${offers.join('  ')}`, `Tab: ${offers.slice(0, 3).join('  ')} …`, 'Tab completes'];
  }

  if (query.isCut) {
    return [`Only the first ${mostTerms} words of the filter count.`];
  }

  const { count } = list === 'queue' ? queueRows(app) : listRows(app);
  return isFuzzy && count > 0
    ? ['Nothing contains this; these have its letters, in their order.', 'fuzzy: nothing contains it', 'fuzzy']
    : [];
}

/** Where the cursor is, from the longest form to the shortest; what `matters` may not go. */
type Position = { readonly texts: readonly string[]; readonly matters: boolean };

/**
 * `row 16 of 89`: the cursor's row, and all that are shown; or that a text goes on below, and by which key,
 * which nothing may hide.
 */
function positionOf(app: App): Position {
  const screen = currentScreen(app.model.get());
  const below = app.bodyText(app)?.below ?? 0;
  if (below > 0) {
    return { texts: [`Ctrl-D ${below} more`], matters: true };
  }

  const list = screen.name === 'view' ? screen.of : screen.name;
  if (list !== 'list' && list !== 'queue' && list !== 'activity') {
    return { texts: [''], matters: false };
  }

  const { count } = rowsOf(app, list);
  if (count === 0 && (list === 'activity' || snapshotOf(app).lists.all.fetchedAt === undefined)) {
    return { texts: [''], matters: false };
  }

  const row = count === 0 ? 0 : cursorIndex(app, list) + 1;
  const { petsNotRead, lists } = snapshotOf(app);
  const more = list === 'list' && (petsNotRead > 0 || lists.all.fetchedAt === undefined) ? '+' : '';
  const known = `${row} of ${count}${more}`;
  return { texts: [`row ${known}`, known], matters: false };
}
