import { Box } from 'ink';
import { truncateCells } from '../../platform/text/terminal-text.js';
import { freeName, openConnect } from './connect.js';
import { say } from '../actions/say.js';
import { openDemoSession, openProfile } from '../actions/session.js';
import { factsOf, useApp, useTheme, useUi, type App } from '../app-context.js';
import { ChoiceList, type Choice } from '../components/choice-list.js';
import { Lines, Line } from '../components/line.js';
import { fieldWidth, LabelledField, TextField } from '../components/text-field.js';
import { connectFields, type ConnectField, type Screen } from '../state/ui-state.js';
import { bodyHeight } from '../layout.js';
import { wrapCells } from '../../text/wrap-cells.js';

type Start = { readonly type: 'open'; readonly profile: string } | { readonly type: 'demo' | 'connect' | 'serve' };

const paw: readonly string[] = [
  '      .--.   .--.',
  '  .-. \\__/   \\__/ .-.',
  "  \\_/   .-'''-.   \\_/",
  '       /       \\',
  '       \\_.-"-._/',
];

/** Where to begin: with a store that is set up, the built-in one, or a new one. */
export function FirstRunScreen() {
  const app = useApp();
  const state = useUi();
  const theme = useTheme();
  const opened = app.workspace.listProfiles().map(({ name }): Choice<Start> => ({
    key: `open ${name}`,
    label: `Open ${name}`,
    value: { type: 'open', profile: name },
  }));
  const choices: readonly Choice<Start>[] = [
    ...opened,
    { key: 'demo', label: 'Try it with the built-in store', value: { type: 'demo' } },
    { key: 'connect', label: 'Connect to a store whose address you know', value: { type: 'connect' } },
    { key: 'serve', label: 'Start a store of your own here', value: { type: 'serve' } },
  ];
  const height = bodyHeight(state);
  const { damage } = app.workspace;
  const warning = damage ? [...wrapCells(damage.message, state.size.columns), ''] : [];
  const lines = [
    ...wrapCells('Which store do you want to look at? Everything can be changed later.', state.size.columns),
    '',
  ];
  const offline = [
    '',
    ...wrapCells(
      'It works without a network too: what you enter is kept here, and sent once when the store answers.',
      state.size.columns,
    ),
  ];
  // In a low window the choices speak for themselves; the warning stands before them in any case.
  const left = height - warning.length - choices.length;
  const question = lines.length <= left ? lines : [];
  const promise = lines.length + offline.length <= left ? offline : [];
  const picture = !state.spoken && lines.length + offline.length + paw.length + 1 <= left ? [...paw, ''] : [];
  return (
    <Box flexDirection="column">
      <Lines lines={warning} style={theme.bad} />
      <Lines lines={picture} style={theme.accent} />
      <Lines lines={question} />
      <ChoiceList
        choices={choices}
        width={state.size.columns}
        height={Math.max(1, height - warning.length - picture.length - question.length - promise.length)}
        focused
        onSelect={(start) => begin(app, start)}
      />
      <Lines lines={promise} style={theme.quiet} />
    </Box>
  );
}

function begin(app: App, start: Start): void {
  switch (start.type) {
    case 'open':
      openProfile(app, start.profile);
      return;
    case 'connect':
      openConnect(app);
      return;
    case 'demo':
      openDemoSession(app);
      return;
    case 'serve':
      openConnect(app);
      say(app, 'Type `petstore serve` in another terminal: it prints the address and the key that belong here.');
      return;
  }
}

const labels: Readonly<Record<ConnectField, string>> = { profile: 'Name', address: 'Address', 'api-key': 'API key' };

/** Name, address and key of a store; the key can be left out, and the name too. */
export function ConnectScreen({ screen }: { readonly screen: Extract<Screen, { name: 'connect' }> }) {
  const theme = useTheme();
  const state = useUi();
  const app = useApp();
  const { hasAnswered } = factsOf(app);
  const { size } = state;
  const fields = connectFields(screen);
  const problem = screen.problem === undefined ? [] : wrapCells(screen.problem, size.columns - 2);
  const hasHints = bodyHeight(state) >= 2 * fields.length + problem.length;
  const isMove = screen.changing !== undefined && hasAnswered;
  const hints: Readonly<Record<ConnectField, string>> = {
    profile: `any name; empty: ${freeName(app)}`,
    address: isMove ? 'the same store, elsewhere' : 'such as https://pets.example.org/v1',
    'api-key': screen.changing === undefined ? 'not shown; may be empty' : 'of this address; not shown',
  };
  return (
    <Box flexDirection="column">
      {fields.map((field) => (
        <LabelledField
          key={field}
          label={labels[field]}
          focused={screen.focus === field}
          notes={hasHints ? [truncateCells(hints[field], fieldWidth(size.columns))] : []}
          columns={size.columns}
        >
          <TextField name={field} />
        </LabelledField>
      ))}
      <Lines lines={problem} style={theme.bad} />
    </Box>
  );
}

/** While a profile is being opened, or why it could not be. */
export function OpeningScreen({ problem }: { readonly problem: string | undefined }) {
  const theme = useTheme();
  const { size } = useUi();
  if (problem === undefined) {
    return <Line text="Opening …" style={theme.quiet} />;
  }

  return (
    <Box flexDirection="column">
      <Lines lines={wrapCells(`${problem} Esc shows the stores there are.`, size.columns)} style={theme.bad} />
    </Box>
  );
}
