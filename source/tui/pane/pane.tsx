import { Box, Text } from 'ink';
import type { PaneLine } from '../../text/pane-lines.ts';
import { useDrawing } from '../app-context.ts';
import { Line, Lines, ToneLines } from '../components/line.tsx';
import { type BodyLayout, dividerCells } from '../layout.ts';
import { animalCard } from '../actions/animal-card.ts';
import { activityPane } from './activity-pane.ts';
import { currentScreen } from '../state/ui-state.ts';

/** What stands in the pane: as much as it has rows for, and at the right in the last one how much more there is. */
export function Pane({ columns, rows, side }: NonNullable<BodyLayout['pane']>) {
  const drawing = useDrawing();
  const { app, state } = drawing;
  if (side === 'foot') {
    const texts = animalCard(app, columns, true).map((line) => line.map(({ text }) => text).join(''));
    // Its title and its fields stand in its row. Without colours a held key writes less.
    const [, ...told] = texts.filter((text) => text.trim() !== '');
    return (
      <Box flexDirection="column">
        <Lines lines={told.slice(0, rows)} />
      </Box>
    );
  }

  const isActivity = currentScreen(state).name === 'activity';
  const lines = isActivity ? activityPane(app, { ...drawing, width: columns }) : animalCard(app, columns);
  const more: PaneLine = [{ text: `${lines.length - rows + 1} more`.padStart(columns), tone: 'quiet' }];
  return <ToneLines lines={lines.length > rows ? [...lines.slice(0, rows - 1), more] : lines} />;
}

/** The line between a screen and its pane. */
export function Divider({ side, length }: { readonly side: 'left' | 'right' | 'foot'; readonly length: number }) {
  const { glyphs, theme } = useDrawing();
  const { divider, rule } = glyphs;
  return side === 'foot' ? (
    <Line text={rule.repeat(length)} style={theme.quiet} />
  ) : (
    <Box width={dividerCells} flexShrink={0} paddingLeft={1}>
      <Text {...theme.quiet}>{Array.from({ length }, () => divider).join('\n')}</Text>
    </Box>
  );
}
