import { Box, Text } from 'ink';
import { useApp, useSnapshot, useUi } from '../app-context.js';
import { Header } from './header.js';
import { Line, ToneLine } from '../components/line.js';
import { MessageLine } from './message-line.js';
import { PromptLine } from './prompt-line.js';
import { hasRows, RowCursor } from './row-cursor.js';
import { TitleLine } from './title-line.js';
import { hintLine } from '../actions/hints.js';
import { bodyHeight, hasFilterLine, layOutBody } from '../layout.js';
import { Divider, Pane } from '../pane/pane.js';
import { lineText } from '../input/line.js';
import { fitCells } from '../../platform/text/terminal-text.js';
import { FirstRunScreen, ConnectScreen, OpeningScreen } from '../first-run/first-run-screen.js';
import { FormScreen } from '../form/form-screen.js';
import { ListScreen } from '../list/list-screen.js';
import { ActivityScreen } from '../activity/activity-screen.js';
import { PaletteList } from '../palette/palette-list.js';
import { QueueScreen } from '../queue/queue-screen.js';
import { ReviewScreen } from '../review/review-screen.js';
import { SettingsScreen } from '../settings/settings-screen.js';
import { ViewScreen } from '../view/view-screen.js';
import { filterField, focusedField, isTooSmall } from '../state/mode.js';
import { currentScreen, type Screen } from '../state/ui-state.js';

/** The whole window: header, title, body, message line and key hints, exactly as many rows as there are. */
export function AppFrame() {
  const app = useApp();
  const state = useUi();
  useSnapshot();
  const { columns, rows } = state.size;

  if (isTooSmall(state.size)) {
    return (
      <Box width={columns} height={rows}>
        <Text wrap="truncate">Terminal too small</Text>
      </Box>
    );
  }

  const { prompt } = state;
  const keptFilter = fitCells(`Filter: ${lineText(state.fields[filterField(state)])}  (Esc clears it)`, columns);
  return (
    <Box flexDirection="column" width={columns} {...(state.spoken ? {} : { height: rows })}>
      <Header />
      <TitleLine />
      <Box flexDirection="column" height={bodyHeight(state)} overflow="hidden">
        {/* What does not fit is cut at the end; rows that shrank would be drawn over each other. */}
        <Box flexShrink={0}>{state.spoken && prompt?.kind === 'command' ? <PaletteList /> : <BodyWithPane />}</Box>
        {!state.spoken && prompt?.kind === 'command' && <PaletteList />}
      </Box>
      {hasFilterLine(state) &&
        (prompt?.kind === 'filter' ? <PromptLine prompt={prompt} /> : <Line text={keptFilter} />)}
      {prompt && prompt.kind !== 'filter' ? <PromptLine prompt={prompt} /> : <MessageLine />}
      <ToneLine pieces={hintLine(app, columns)} on={{ role: 'bar', width: columns }} />
      {!state.spoken && focusedField(state) === undefined && hasRows(state) && <RowCursor />}
    </Box>
  );
}

/**
 * The screen with the pane beside or below it. A decision stands in the pane, and beside it the queue.
 */
function BodyWithPane() {
  const state = useUi();
  const screen = currentScreen(state);
  const { main, pane } = layOutBody(state);
  if (!pane) {
    return <Body screen={screen} />;
  }

  const isReview = screen.name === 'review';
  return (
    <Box flexDirection={pane.side === 'right' ? 'row' : 'column'}>
      <Box width={main.columns} height={main.rows} flexShrink={0} overflow="hidden">
        <Box flexShrink={0}>
          <Body screen={isReview ? { name: 'queue' } : screen} />
        </Box>
      </Box>
      <Divider side={pane.side} length={pane.side === 'right' ? main.rows : main.columns} />
      <Box flexDirection="column" width={pane.columns} flexShrink={0}>
        <Box height={pane.rows} flexShrink={0} overflow="hidden">
          <Box flexShrink={0}>{isReview ? <ReviewScreen localId={screen.localId} /> : <Pane />}</Box>
        </Box>
      </Box>
    </Box>
  );
}

function Body({ screen }: { readonly screen: Screen }) {
  switch (screen.name) {
    case 'opening':
      return <OpeningScreen problem={screen.problem} />;
    case 'first-run':
      return <FirstRunScreen />;
    case 'connect':
      return <ConnectScreen screen={screen} />;
    case 'list':
      return <ListScreen />;
    case 'view':
    case 'found':
    case 'mistakes':
    case 'help':
      return <ViewScreen />;
    case 'form':
      return <FormScreen form={screen} />;
    case 'queue':
      return <QueueScreen />;
    case 'review':
      return <ReviewScreen localId={screen.localId} />;
    case 'settings':
      return <SettingsScreen />;
    case 'activity':
      return <ActivityScreen />;
  }
}
