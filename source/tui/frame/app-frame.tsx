import { Box, Text, useAnimation, useApp as useInk, useCursor, usePaste } from 'ink';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { GivenProvider, textOf, useDrawing, type App } from '../app-context.ts';
import { Header, totalsLine } from './header.tsx';
import { TextField } from '../components/fields.tsx';
import { presentField } from '../form/form-screen.tsx';
import { Line, Lines, ToneLine } from '../components/line.tsx';
import { sightOf } from '../components/rows.tsx';
import { MessageLine, PromptLine } from './message-line.tsx';
import { partsOf } from './screens.ts';
import { rowsOf } from '../actions/cursor.ts';
import { footerOf } from './footer.ts';
import {
  bodyHeight,
  cellsBefore,
  dividerCells,
  hasFilterLine,
  headingRows,
  inset,
  isInPane,
  layOutBody,
  openedSize,
  rowsAbove,
} from '../layout.ts';
import { Facets } from '../list/facets.tsx';
import { lineOfRow } from '../models/position.ts';
import { Divider, Pane } from '../pane/pane.tsx';
import { fitCells } from '../../platform/text/terminal-text.ts';
import { PaletteList, paletteTitle } from '../palette/palette-list.tsx';
import { reviewText } from '../review/review.ts';
import { wrapCells } from '../../text/wrap-cells.ts';
import { filterField, focusedField, isTooSmall, leastSize, listOnScreen } from '../state/ui-model.ts';
import { countsSeconds } from '../words/entry-text.ts';
import { currentScreen, type Screen } from '../state/ui-state.ts';
import { themeOf } from '../theme.ts';

/** The part of Ink that the running app uses once it is mounted. */
export type InkHandle = Pick<ReturnType<typeof useInk>, 'exit' | 'suspendTerminal'>;

/** The app as Ink mounts it. `onMounted` hands out what only a mounted app has. */
export function AppRoot({ app, onMounted }: { readonly app: App; readonly onMounted?: (ink: InkHandle) => void }) {
  const { exit, suspendTerminal } = useInk();
  const { model, mounted } = app;
  const state = useSyncExternalStore(model.subscribe, model.get);
  const { theme: name, has256Colours, background } = state.settings;
  const given = useMemo(
    () => ({ app, theme: themeOf({ theme: name, has256Colours, background }) }),
    [app, name, has256Colours, background],
  );
  // After the effects of everything below it.
  useEffect(() => {
    mounted.current = state;
  });
  useEffect(() => {
    onMounted?.({ exit, suspendTerminal });
  }, [onMounted, exit, suspendTerminal]);
  // Unless the terminal brackets a paste, it would arrive as if it were typed.
  usePaste((text) => model.edit({ op: 'paste', text }));
  return (
    <GivenProvider value={given}>
      <AppFrame />
    </GivenProvider>
  );
}

/** The whole window: header, title, body, message line and key hints, exactly as many rows as there are. */
function AppFrame() {
  const { app, state, snapshot } = useDrawing();
  const { columns, rows } = state.size;
  // Nobody who listens wants to hear each second.
  const isCounting = !state.spoken && snapshot.entries.some((entry) => countsSeconds(entry, app.now()));
  useAnimation({ interval: 1000, isActive: isCounting });
  // Ages are written anew.
  useAnimation({ interval: Math.min(state.settings.refreshMs, 60_000) });

  if (isTooSmall(state.size)) {
    return <TooSmall />;
  }

  const { prompt, spoken } = state;
  const keptFilter = ` ${fitCells(`Filter: ${textOf(app, filterField(state))}  (Esc clears it)`, columns - inset)}`;
  // Choices place the cursor themselves.
  const hasRows = currentScreen(state).name === 'review' || listOnScreen(state) !== undefined;
  return (
    <Box flexDirection="column" width={columns} {...(spoken ? {} : { height: rows })}>
      <Header />
      <TitleLine />
      <Box flexDirection="column" height={bodyHeight(state)} overflow="hidden">
        {/* What does not fit is cut at the end; rows that shrank would be drawn over each other. */}
        <Box flexShrink={0}>{prompt?.kind === 'command' ? <PaletteList /> : <BodyWithPane />}</Box>
      </Box>
      {hasFilterLine(state) &&
        (prompt?.kind === 'filter' ? <PromptLine prompt={prompt} /> : <Line text={keptFilter} />)}
      {prompt && prompt.kind !== 'filter' ? <PromptLine prompt={prompt} /> : <MessageLine />}
      <ToneLine pieces={footerOf(app, columns)} on={{ role: 'bar', width: columns }} />
      {!spoken && focusedField(state) === undefined && hasRows && <RowCursor />}
    </Box>
  );
}

/** No screen has room: what is typed has, and what is asked or was said. */
function TooSmall() {
  const { state } = useDrawing();
  const { size, prompt, message } = state;
  const { columns, rows } = size;
  const screen = currentScreen(state);
  const field = prompt || screen.name !== 'form' ? focusedField(state) : presentField(screen);
  const text = prompt?.kind === 'confirm' ? prompt.question : message?.text;
  return (
    <Box flexDirection="column" width={columns} height={rows} overflow="hidden">
      <Box flexShrink={0}>
        <Text wrap="wrap">
          Too small: {leastSize.columns}x{leastSize.rows} is needed, {columns}x{rows} is here
        </Text>
      </Box>
      {field && (
        <Box flexShrink={0}>
          <Text wrap="truncate">{field}: </Text>
          <TextField name={field} />
        </Box>
      )}
      <Box flexDirection="column" flexShrink={0}>
        <Lines lines={text === undefined ? [] : wrapCells(text, columns)} />
      </Box>
    </Box>
  );
}

/** Row 2: what the body shows. */
function TitleLine() {
  const { app, state } = useDrawing();
  const screen = currentScreen(state);
  const { columns } = state.size;
  const title = state.prompt?.kind === 'command' ? paletteTitle(app) : partsOf(screen).title(app, screen);
  return (
    <ToneLine
      pieces={
        title === undefined ? totalsLine(app) : [{ text: ` ${fitCells(title, columns - inset)}`, tone: 'strong' }]
      }
    />
  );
}

/** Puts the terminal's cursor on the row that keys are about: screen readers and magnifiers follow it. */
function RowCursor() {
  const { app } = useDrawing();
  useCursor().setCursorPosition(cursorPlace(app));
  return null;
}

function cursorPlace(app: App): { readonly x: number; readonly y: number } | undefined {
  const state = app.model.get();
  const list = listOnScreen(state);
  const review = reviewText(app);
  if (review) {
    const { main, pane } = layOutBody(state);
    const { top = 0, lines = [] } = app.bodyText(app) ?? {};
    const y = review.at - top;
    // A decision stands in the pane.
    const x = pane ? main.columns + dividerCells : openedSize(state).margin;
    return y < 0 || y >= lines.length ? undefined : { x, y: rowsAbove + y };
  }

  if (!list || rowsOf(app, list).count === 0) {
    return undefined;
  }

  const { top, index } = sightOf(app, list);
  return {
    x: cellsBefore(layOutBody(state)),
    y: rowsAbove + headingRows(list) + lineOfRow(rowsOf(app, list), index) - top,
  };
}

/** The screen with the pane beside or below it. What was opened from the list stands in the pane, beside the list. */
function BodyWithPane() {
  const { state } = useDrawing();
  const screen = currentScreen(state);
  const { main, pane, facets } = layOutBody(state);
  if (!pane) {
    return <Body screen={screen} />;
  }

  const isOpened = isInPane(state);
  return (
    <Box flexDirection={pane.side === 'right' ? 'row' : 'column'}>
      {facets && (
        <>
          <Facets />
          <Divider side="left" length={main.rows} />
        </>
      )}
      <Box width={main.columns} height={main.rows} flexShrink={0} overflow="hidden">
        <Box flexShrink={0}>
          <Body screen={isOpened ? { name: 'list' } : screen} />
        </Box>
      </Box>
      <Divider side={pane.side} length={pane.side === 'right' ? main.rows : main.columns} />
      <Box flexDirection="column" width={pane.columns} marginLeft={pane.side === 'right' ? 0 : inset} flexShrink={0}>
        <Box height={pane.rows} flexShrink={0} overflow="hidden">
          <Box flexShrink={0}>{isOpened ? <Body screen={screen} /> : <Pane {...pane} />}</Box>
        </Box>
      </Box>
    </Box>
  );
}

function Body({ screen }: { readonly screen: Screen }) {
  const Of = partsOf(screen).view;
  return <Of screen={screen} />;
}
