import { Box } from 'ink';
import { cellWidth, truncateCells } from '../../platform/text/terminal-text.js';
import { mostTerms } from '../../domain/search/query.js';
import { entryAtCursor, cursorIndex, listFindings, queueFindings, rowsOf } from '../actions/cursor.js';
import { settingsRows } from '../settings/settings-rows.js';
import { factsOf, snapshotOf, useApp, useSnapshot, useTheme, useUi, waitContext, type App } from '../app-context.js';
import { countMarks, hasMarks } from '../marks/marks.js';
import { saidLines } from '../layout.js';
import { filterOffers } from '../list/filter-line.js';
import { firstThatFits } from './first-that-fits.js';
import { currentScreen, type Message } from '../state/ui-state.js';
import { connectionTexts } from '../../text/connection-text.js';
import { entrySentences } from '../../text/entry-text.js';
import { countText } from '../../text/count-text.js';
import { Line } from '../components/line.js';

/** What is under way and what was last said, or else what is worth knowing here; and where the cursor is. */
export function MessageLine() {
  const app = useApp();
  const theme = useTheme();
  const state = useUi();
  const { message, size } = state;
  useSnapshot();

  const place = placeText(app);
  const said = saidLines(state);
  const { texts, tone } = said.length > 0 ? { texts: [], tone: message?.tone } : standing(app);
  const style = tone === 'good' ? theme.good : tone === 'bad' ? theme.bad : theme.plain;
  const lines = said.length > 0 ? said : [standingLine(texts, place, size.columns)];
  return (
    <Box flexDirection="column">
      {lines.map((line, index) => (
        <Line key={index} text={index < lines.length - 1 ? line : withPlace(line, place.text, size.columns)} style={style} />
      ))}
    </Box>
  );
}

/** The longest form that leaves room for the place; in a window too narrow for both, the one that matters more. */
function standingLine(texts: readonly string[], place: Place, columns: number): string {
  const fits = (text: string): boolean => cellWidth(text) + cellWidth(place.text) < columns;
  return texts.find(fits) ?? (place.matters ? '' : firstThatFits(texts, columns));
}

/** A text, and the place at the right edge where that fits beside it. */
function withPlace(text: string, place: string, columns: number): string {
  const gap = columns - cellWidth(text) - cellWidth(place);
  return gap > 0 ? text + ' '.repeat(gap) + place : truncateCells(text, columns);
}

type Standing = { readonly texts: readonly string[]; readonly tone: Message['tone'] };

/** What holds as long as nothing was said, from the longest form to the shortest. */
function standing(app: App): Standing {
  const { readOnly, unreadable, connection } = snapshotOf(app);
  const { session } = app.model.get();
  const screen = currentScreen(app.model.get()).name;
  const entry = screen === 'list' || screen === 'queue' ? entryAtCursor(app) : undefined;
  if (screen === 'connect') {
    // What is said of the present address is no help where another one is typed.
    return { texts: [''], tone: 'plain' };
  }

  if (readOnly) {
    return { texts: [readOnly.message, 'Nothing can be saved: :doctor'], tone: 'bad' };
  }

  if ((screen === 'list' || screen === 'queue') && hasMarks(app)) {
    const marked = countMarks(app);
    return { texts: [`${marked} marked: d discard  R retry  z hold  E edit  y copy  - none`, `${marked} marked; - none`], tone: 'plain' };
  }

  const filtering = screen === 'list' || screen === 'queue' ? filterTexts(app, screen) : [];
  if (filtering.length > 0) {
    return { texts: filtering, tone: 'plain' };
  }

  if (entry) {
    return { texts: entrySentences(entry, app.now(), waitContext(app)), tone: 'plain' };
  }

  if (screen === 'settings') {
    return { texts: [settingsRows(app).at(cursorIndex(app, 'settings'))?.value ?? ''], tone: 'plain' };
  }

  if (unreadable.length > 0) {
    return { texts: [`${countText(unreadable.length, 'file')} of the queue cannot be read; doctor names them (:doctor).`, 'Unreadable files: :doctor'], tone: 'bad' };
  }

  const texts = session ? connectionTexts(connection, app.now(), factsOf(app)) : [];
  return { texts: texts.length === 0 ? [''] : texts, tone: 'plain' };
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

  return isFuzzy ? ['Nothing contains this; these have its letters, in their order.', 'fuzzy: nothing contains it', 'fuzzy'] : [];
}

type Place = { readonly text: string; readonly matters: boolean };

/** `3 of 123`: the cursor's row among all that are shown; or that a text goes on below, and by which key, which nothing may hide. */
function placeText(app: App): Place {
  const screen = currentScreen(app.model.get());
  const below = app.bodyText(app)?.below ?? 0;
  if (below > 0) {
    return { text: `Ctrl-D ${below} more`, matters: true };
  }

  const list = screen.name === 'view' ? screen.of : screen.name;
  if (list !== 'list' && list !== 'queue') {
    return { text: '', matters: false };
  }

  const { count } = rowsOf(app, list);
  if (count === 0 && snapshotOf(app).lists.all.fetchedAt === undefined) {
    return { text: '', matters: false };
  }

  return { text: count === 0 ? '0 of 0' : `${cursorIndex(app, list) + 1} of ${count}${snapshotOf(app).petsNotRead > 0 && list === 'list' ? '+' : ''}`, matters: false };
}
