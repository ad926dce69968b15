import { Box, Text } from 'ink';
import { truncateCells } from '../../platform/terminal-text.js';
import { openConnect } from '../actions/connect.js';
import { openDemo, openProfile } from '../actions/session.js';
import { useApp, useTheme, useUi, type App } from '../app-context.js';
import { ChoiceList, type Choice } from '../components/choice-list.js';
import { Line } from '../components/line.js';
import { TextField } from '../components/text-field.js';
import type { Screen } from '../state/ui-state.js';
import { labelWidth } from '../field-place.js';
import { bodyHeight, isCompact } from '../layout.js';
import { wrapCells } from '../words/wrap-cells.js';

type Start = { readonly type: 'open' | 'connect'; readonly profile: string } | { readonly type: 'demo' };

/** Where to begin: with a store that is set up, the built-in one, or a new one. */
export function FirstRunScreen() {
  const app = useApp();
  const state = useUi();
  const theme = useTheme();
  const opened = app.workspace.listProfiles().map(({ name }): Choice<Start> => ({ key: `open ${name}`, label: `Open ${name}`, value: { type: 'open', profile: name } }));
  const choices: readonly Choice<Start>[] = [
    ...opened,
    { key: 'demo', label: 'Try the built-in store', value: { type: 'demo' } },
    { key: 'production', label: 'Connect to production', value: { type: 'connect', profile: 'production' } },
    { key: 'staging', label: 'Connect to staging', value: { type: 'connect', profile: 'staging' } },
  ];
  const height = bodyHeight(state);
  const { damage } = app.workspace;
  const warning = damage ? [...wrapCells(damage.message, state.size.columns), ''] : [];
  const lines = [...wrapCells('Which store do you want to look at? Everything can be changed later.', state.size.columns), ''];
  // Where there is no room for both, the choices speak for themselves; what is wrong is told before them in any case.
  const question = warning.length + lines.length + choices.length <= height ? lines : [];
  return (
    <Box flexDirection="column">
      {warning.map((line, index) => (
        <Line key={index} text={line} style={theme.bad} />
      ))}
      {question.map((line, index) => (
        <Line key={index} text={line} />
      ))}
      <ChoiceList choices={choices} width={state.size.columns} height={Math.max(1, height - warning.length - question.length)} focused onSelect={(start) => begin(app, start)} />
    </Box>
  );
}

function begin(app: App, start: Start): void {
  switch (start.type) {
    case 'open':
      openProfile(app, start.profile);
      return;
    case 'connect':
      openConnect(app, start.profile);
      return;
    case 'demo':
      openDemo(app);
      return;
  }
}

/** The address and key of a store; the key can be left out. */
export function ConnectScreen({ screen }: { readonly screen: Extract<Screen, { name: 'connect' }> }) {
  const theme = useTheme();
  const state = useUi();
  const { size } = state;
  const width = size.columns - labelWidth - 1;
  const hasHints = !isCompact(state);
  const label = (text: string, focused: boolean): string => `${focused ? '>' : ' '} ${text}`.padEnd(labelWidth);
  return (
    <Box flexDirection="column">
      <Box>
        <Text {...(screen.focus === 'address' ? theme.title : theme.quiet)}>{label('Address', screen.focus === 'address')}</Text>
        <TextField name="address" />
      </Box>
      {hasHints && <Line text={`${' '.repeat(labelWidth)}${truncateCells('such as https://pets.example.org/v1', width)}`} style={theme.quiet} />}
      <Box>
        <Text {...(screen.focus === 'api-key' ? theme.title : theme.quiet)}>{label('API key', screen.focus === 'api-key')}</Text>
        <TextField name="api-key" />
      </Box>
      {hasHints && <Line text={`${' '.repeat(labelWidth)}${truncateCells('not shown; leave it empty to enter it later', width)}`} style={theme.quiet} />}
      {screen.problem !== undefined &&
        wrapCells(screen.problem, size.columns - 2).map((line, index) => <Line key={index} text={line} style={theme.bad} />)}
    </Box>
  );
}
