import { Box } from 'ink';
import { connectFields, freeName, openConnect } from './connect.ts';
import { openProfile } from '../actions/session.ts';
import { factsOf, useDrawing, type App } from '../app-context.ts';
import { type Choice, ChoiceList, fieldWidth, LabelledField, TextField } from '../components/fields.tsx';
import { Line, Lines } from '../components/line.tsx';
import type { ConnectField, ScreenOf } from '../state/ui-state.ts';
import { bodyHeight, inset } from '../layout.ts';
import { wrapCells } from '../../text/wrap-cells.ts';

const widest = 72;

const starts: readonly Choice<(app: App) => void>[] = [
  choice('demo', 'Try it with the built-in store', (app) => openProfile(app, 'demo')),
  choice('connect', 'Connect to a store by its address', openConnect),
];

/** Something to begin with, on which the cursor is again when Esc leads back. */
function choice(key: string, label: string, begin: (app: App) => void): Choice<(app: App) => void> {
  return {
    key,
    label,
    value: (app) => {
      app.model.change({ name: 'first-run', chosen: key });
      begin(app);
    },
  };
}

/** Where to begin: with a store that is set up, the built-in one, or a new one. */
export function FirstRunScreen({ screen }: { readonly screen: ScreenOf<'first-run'> }) {
  const { app, state, theme } = useDrawing();
  const { opening, chosen, problem, stranded } = screen;
  if (opening) {
    return <Line text=" Opening …" style={theme.quiet} />;
  }

  // In the middle, a little above the centre.
  const columns = Math.min(state.size.columns - inset, widest);
  const left = Math.max(inset, Math.floor((state.size.columns - columns) / 2));
  const choices = [
    ...app.workspace
      .listProfiles()
      .map(({ name }) => choice(`open ${name}`, `Open ${name}`, (on) => openProfile(on, name))),
    ...starts,
  ];
  const { damage } = app.workspace;
  const warning = [damage?.message ?? [], problem ?? [], stranded ?? []]
    .flat()
    .flatMap((text) => [...wrapCells(text, columns), '']);
  const question = [...wrapCells('Which store do you want to look at? Everything can be changed later.', columns), ''];
  const works = 'It works without a network too: what you enter is kept here, and sent once when the store answers.';
  const promise = ['', ...wrapCells(works, columns)];
  // In a low window the choices speak for themselves; the warning stands before them in any case.
  const height = bodyHeight(state) - warning.length;
  const isRoomy = question.length + choices.length + promise.length <= height;
  const texts = isRoomy ? question.length + promise.length : 0;
  const top = Math.max(0, Math.floor((height - texts - choices.length) / 3));
  return (
    <Box flexDirection="column" marginLeft={left} marginTop={top}>
      <Lines lines={warning} style={theme.bad} />
      <Lines lines={isRoomy ? question : []} />
      <ChoiceList
        choices={choices}
        width={columns}
        height={height - texts}
        onSelect={(start) => start(app)}
        first={choices.findIndex(({ key }) => key === chosen)}
      />
      <Lines lines={isRoomy ? promise : []} style={theme.quiet} />
    </Box>
  );
}

const labels: Readonly<Record<ConnectField, string>> = { profile: 'Name', address: 'Address', 'api-key': 'API key' };

/** Name, address and key of a store; the key can be left out, and the name too. */
export function ConnectScreen({ screen }: { readonly screen: ScreenOf<'connect'> }) {
  const { app, state, theme } = useDrawing();
  const { columns } = state.size;
  const fields = connectFields(app, screen);
  const problem = screen.problem === undefined ? [] : wrapCells(screen.problem, columns - 2).map((line) => `  ${line}`);
  const hasHints = bodyHeight(state) >= 2 * fields.length + problem.length;
  const hasGaps = bodyHeight(state) >= 3 * fields.length + problem.length;
  const isMove = screen.changing !== undefined && factsOf(app).hasAnswered;
  const hints: Readonly<Record<ConnectField, string>> = {
    profile: `one word; empty: ${freeName(app)}`,
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
          notes={hasHints ? [hints[field], ...(hasGaps ? [''] : [])] : []}
        >
          <TextField name={field} width={fieldWidth(columns)} />
        </LabelledField>
      ))}
      <Lines lines={problem} style={theme.bad} />
    </Box>
  );
}
