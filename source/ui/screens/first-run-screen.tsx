import { Box, Text } from 'ink';
import { truncateCells } from '../../platform/terminal-text.js';
import { openConnect, openDemo } from '../actions/session.js';
import { useApp, useTheme, useUi } from '../app-context.js';
import { ChoiceList } from '../components/choice-list.js';
import { Line } from '../components/line.js';
import { TextField } from '../components/text-field.js';
import type { Screen } from '../state/ui-state.js';
import { labelWidth } from '../field-place.js';
import { wrapCells } from '../words/wrap-cells.js';

const choices = [
  { key: 'demo', label: 'Try the built-in store', value: 'demo' },
  { key: 'production', label: 'Connect to production', value: 'production' },
  { key: 'staging', label: 'Connect to staging', value: 'staging' },
] as const;

/** No store is set up yet. */
export function FirstRunScreen() {
  const app = useApp();
  const { size } = useUi();
  return (
    <Box flexDirection="column">
      {wrapCells('Which store do you want to look at? Everything can be changed later.', size.columns).map((line) => (
        <Line key={line} text={line} />
      ))}
      <Line text="" />
      <ChoiceList choices={choices} width={size.columns} focused onSelect={(choice) => (choice === 'demo' ? openDemo(app) : openConnect(app, choice))} />
    </Box>
  );
}

/** The address and key of a store; the key can be left out. */
export function ConnectScreen({ screen }: { readonly screen: Extract<Screen, { name: 'connect' }> }) {
  const theme = useTheme();
  const { size } = useUi();
  const width = size.columns - labelWidth - 1;
  const label = (text: string, focused: boolean): string => `${focused ? '>' : ' '} ${text}`.padEnd(labelWidth);
  return (
    <Box flexDirection="column">
      <Box>
        <Text {...(screen.focus === 'address' ? theme.title : theme.quiet)}>{label('Address', screen.focus === 'address')}</Text>
        <TextField name="address" />
      </Box>
      <Line text={`${' '.repeat(labelWidth)}${truncateCells('such as https://pets.example.org/v1', width)}`} style={theme.quiet} />
      <Box>
        <Text {...(screen.focus === 'api-key' ? theme.title : theme.quiet)}>{label('API key', screen.focus === 'api-key')}</Text>
        <TextField name="api-key" />
      </Box>
      <Line text={`${' '.repeat(labelWidth)}${truncateCells('not shown; leave it empty to enter it later', width)}`} style={theme.quiet} />
      {screen.problem !== undefined &&
        wrapCells(screen.problem, size.columns - 2).map((line) => <Line key={line} text={line} style={theme.bad} />)}
    </Box>
  );
}
