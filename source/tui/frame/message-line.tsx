import { Box, Text } from 'ink';
import { cellWidth, truncateCells } from '../../platform/text/terminal-text.ts';
import { mostTerms } from '../../domain/search/query.ts';
import { activeList, entryAtCursor, cursorIndex, listFindings, rowsOf } from '../actions/cursor.ts';
import { factsOf, hintsIn, snapshotOf, useDrawing, waitContext, type App } from '../app-context.ts';
import { inset, layOutBody, problemLines, questionLines, saidLines } from '../layout.ts';
import { filterField, listOnScreen } from '../state/ui-model.ts';
import { type Prompt, currentScreen, type Message } from '../state/ui-state.ts';
import { unreadableRowsText } from '../../text/connection-sentence.ts';
import { connectionAdvice } from '../words/connection-text.ts';
import { entryAdvice } from '../words/entry-text.ts';
import { countText } from '../../text/count-text.ts';
import { TextField } from '../components/fields.tsx';
import { Lines, ToneLine } from '../components/line.tsx';

/** The line something is asked on; a question takes as many as it needs, on the ground of what is selected. */
export function PromptLine({ prompt }: { readonly prompt: Prompt }) {
  const { state, theme } = useDrawing();
  const { columns } = state.size;
  if (prompt.kind === 'confirm') {
    return questionLines(state, prompt.question).map((line, row) => (
      <ToneLine
        key={row}
        pieces={[{ text: `${' '.repeat(inset)}${line}`, tone: 'strong' }]}
        on={{ role: 'selected', width: columns }}
      />
    ));
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
  'pet-id': 'It is #',
};

/** The status line: what was last said, or else what is worth knowing here, and the position as far as there is room. */
export function MessageLine() {
  const { app, state, theme } = useDrawing();
  const columns = state.size.columns - inset;
  const said = saidLines(state);
  const { message } = state;
  const last = said.at(-1);
  const { text: whole, tone } = message && last !== undefined ? { ...message, text: last } : standing(app);
  const { position, matters } = positionOf(app);
  const beside = position === '' ? columns : columns - cellWidth(position) - 2;
  const room = matters ? beside : columns;
  const text = truncateCells(whole, room);
  const hasRoom = cellWidth(text) <= beside;
  return (
    <Box flexDirection="column" paddingLeft={inset}>
      <Lines lines={said.slice(0, -1)} style={theme[tone]} />
      <Text wrap="truncate">
        <Text {...theme[tone]}>{text}</Text>
        {hasRoom ? ' '.repeat(Math.max(0, columns - cellWidth(text + position))) + position : ''}
      </Text>
    </Box>
  );
}

type Standing = Pick<Message, 'text' | 'tone'>;
const plain = (text = ''): Standing => ({ text, tone: 'plain' });
const bad = (text: string): Standing => ({ text, tone: 'bad' });

/** What holds as long as nothing was said; a narrow window cuts its end, so what matters stands first. */
function standing(app: App): Standing {
  const { readOnly, unreadable, unreadableRows, connection } = snapshotOf(app);
  const { session } = app.model.get();
  const screen = currentScreen(app.model.get()).name;
  const isList = screen === 'list';
  const entry = isList ? entryAtCursor(app) : undefined;
  if (screen === 'connect') {
    // What is said of the present address is no help where another one is typed.
    return plain();
  }

  if (readOnly) {
    return bad(`See :doctor. ${hintsIn(app, readOnly.message)}`);
  }

  const hasPane = layOutBody(app.model.get()).pane !== undefined;
  if (isList && listFindings(app).query.isCut) {
    return plain(`Only the first ${mostTerms} words of the filter count.`);
  }

  // The pane says the same.
  if (entry && !hasPane) {
    return plain(entryAdvice(entry, app.now(), waitContext(app)));
  }

  const [file] = unreadable;
  if (file?.problem.code === 'queue_joined') {
    return bad(file.problem.message);
  }

  if (unreadable.length > 0) {
    return bad(`:doctor names ${countText(unreadable.length, 'file')} of the queue that cannot be read.`);
  }

  if (unreadableRows && connection.state === 'online') {
    return bad(unreadableRowsText(unreadableRows));
  }

  return plain(session && connectionAdvice(connection, app.now(), factsOf(app)));
}

/** `16 of 89`: the cursor's row; or that a text goes on below, and by which key, which nothing may hide. */
function positionOf(app: App): { readonly position: string; readonly matters: boolean } {
  const screen = currentScreen(app.model.get());
  const below = app.bodyText(app)?.below ?? 0;
  if (below > 0) {
    return { position: `Ctrl-D ${below} more`, matters: true };
  }

  const isInList = screen.name === 'view' ? screen.found === undefined : listOnScreen(app.model.get()) !== undefined;
  const list = isInList ? activeList(app) : undefined;
  const count = list ? rowsOf(app, list).count : 0;
  const isMore = list === 'list' && app.model.get().tab !== 'mine' && !snapshotOf(app).lists.all.complete;
  const position = list && count > 0 ? `${cursorIndex(app, list) + 1} of ${count}${isMore ? '+' : ''}` : '';
  return { position, matters: false };
}
