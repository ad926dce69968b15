import { Box } from 'ink';
import { fitCells } from '../../platform/terminal-text.js';
import { entryAtCursor, cursorIndex, rowsOf } from '../actions/cursor.js';
import { settingsRows } from '../actions/settings-rows.js';
import { snapshotOf, useApp, useSnapshot, useTheme, useUi, type App } from '../app-context.js';
import { messageLines } from '../layout.js';
import { currentScreen, type Message } from '../state/ui-state.js';
import { connectionAdvice } from '../words/connection-words.js';
import { entrySentence } from '../words/entry-words.js';
import { countText } from '../words/pet-words.js';
import { Line } from './line.js';

/** What was last said, or else what is worth knowing here; and where the cursor is. */
export function MessageLine() {
  const app = useApp();
  const theme = useTheme();
  const { message, size } = useUi();
  useSnapshot();

  const { text, tone } = message ?? standing(app);
  const place = placeText(app);
  const style = tone === 'good' ? theme.good : tone === 'bad' ? theme.bad : theme.plain;
  const lines = message ? messageLines(text, size.columns) : [text];
  return (
    <Box flexDirection="column">
      {lines.map((line, index) => (
        <Line key={index} text={index < lines.length - 1 ? line : `${fitCells(line, size.columns - place.length - 1)} ${place}`} style={style} />
      ))}
    </Box>
  );
}

/** What holds as long as nothing was said. */
function standing(app: App): Message {
  const { progress, readOnly, unreadable, connection } = snapshotOf(app);
  const { session } = app.store.get();
  const screen = currentScreen(app.store.get()).name;
  const entry = screen === 'list' || screen === 'queue' ? entryAtCursor(app) : undefined;
  if (progress) {
    return { text: `${progress.what}: ${progress.done}${progress.total === undefined ? '' : ` of ${progress.total}`}`, tone: 'plain' };
  }

  if (readOnly) {
    return { text: readOnly.message, tone: 'bad' };
  }

  if (entry) {
    return { text: entrySentence(entry, app.now()), tone: 'plain' };
  }

  if (screen === 'settings') {
    return { text: settingsRows(app).at(cursorIndex(app, 'settings'))?.value ?? '', tone: 'plain' };
  }

  if (unreadable.length > 0) {
    return { text: `${countText(unreadable.length, 'file')} of the queue cannot be read; doctor names them (:doctor).`, tone: 'bad' };
  }

  return { text: (session && connectionAdvice(connection, app.now())) ?? '', tone: 'plain' };
}

/** `3 of 123`: the cursor's row among all that are shown. */
function placeText(app: App): string {
  const screen = currentScreen(app.store.get());
  const list = screen.name === 'view' ? screen.of : screen.name;
  if (list !== 'list' && list !== 'queue') {
    return '';
  }

  const { count } = rowsOf(app, list);
  return count === 0 ? '0 of 0' : `${cursorIndex(app, list) + 1} of ${count}`;
}
