import { Box } from 'ink';
import { cellWidth, fitCells } from '../../platform/terminal-text.js';
import { entryAtCursor, cursorIndex, rowsOf } from '../actions/cursor.js';
import { settingsRows } from '../actions/settings-rows.js';
import { snapshotOf, useApp, useSnapshot, useTheme, useUi, type App } from '../app-context.js';
import { messageLines } from '../layout.js';
import { firstThatFits } from '../list/columns.js';
import { currentScreen, type Message } from '../state/ui-state.js';
import { connectionAdvice, connectionBrief } from '../words/connection-words.js';
import { entrySentences } from '../words/entry-words.js';
import { countText } from '../words/pet-words.js';
import { Line } from './line.js';

/** What was last said, or else what is worth knowing here; and where the cursor is. */
export function MessageLine() {
  const app = useApp();
  const theme = useTheme();
  const { message, size } = useUi();
  useSnapshot();

  const place = placeText(app);
  const room = size.columns - cellWidth(place) - 1;
  const { texts, tone } = message ? { texts: [message.text], tone: message.tone } : standing(app);
  const style = tone === 'good' ? theme.good : tone === 'bad' ? theme.bad : theme.plain;
  const lines = message ? messageLines(message.text, size.columns) : [firstThatFits(texts, room)];
  return (
    <Box flexDirection="column">
      {lines.map((line, index) => (
        <Line key={index} text={index < lines.length - 1 ? line : `${fitCells(line, room)} ${place}`} style={style} />
      ))}
    </Box>
  );
}

type Standing = { readonly texts: readonly string[]; readonly tone: Message['tone'] };

/** What holds as long as nothing was said, from the longest form to the shortest. */
function standing(app: App): Standing {
  const { progress, readOnly, unreadable, connection } = snapshotOf(app);
  const { session, spoken } = app.store.get();
  const screen = currentScreen(app.store.get()).name;
  const entry = screen === 'list' || screen === 'queue' ? entryAtCursor(app) : undefined;
  if (progress) {
    // Nobody wants to hear a hundred numbers.
    const count = spoken ? '' : `: ${progress.done}${progress.total === undefined ? '' : ` of ${progress.total}`}`;
    return { texts: [progress.what + count], tone: 'plain' };
  }

  if (readOnly) {
    return { texts: [readOnly.message, 'Nothing can be saved: :doctor'], tone: 'bad' };
  }

  if (entry) {
    return { texts: entrySentences(entry, app.now()), tone: 'plain' };
  }

  if (screen === 'settings') {
    return { texts: [settingsRows(app).at(cursorIndex(app, 'settings'))?.value ?? ''], tone: 'plain' };
  }

  if (unreadable.length > 0) {
    return { texts: [`${countText(unreadable.length, 'file')} of the queue cannot be read; doctor names them (:doctor).`, 'Unreadable files: :doctor'], tone: 'bad' };
  }

  const advice = session && connectionAdvice(connection, app.now());
  return { texts: advice === undefined ? [''] : [advice, connectionBrief(connection)], tone: 'plain' };
}

/** `3 of 123`: the cursor's row among all that are shown; or that a text goes on below, and by which key. */
function placeText(app: App): string {
  const screen = currentScreen(app.store.get());
  const below = app.bodyText(app)?.below ?? 0;
  if (below > 0) {
    return `Ctrl-D ${below} more`;
  }

  const list = screen.name === 'view' ? screen.of : screen.name;
  if (list !== 'list' && list !== 'queue') {
    return '';
  }

  const { count } = rowsOf(app, list);
  return count === 0 ? '0 of 0' : `${cursorIndex(app, list) + 1} of ${count}`;
}
