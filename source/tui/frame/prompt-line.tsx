import { Box, Text } from 'ink';
import { useApp, useTheme, useUi } from '../app-context.js';
import { filterField } from '../state/mode.js';
import { fieldLabel } from '../form/edit-field.js';
import { problemLines, questionLines } from '../layout.js';
import type { Prompt } from '../state/prompt.js';
import { Lines } from '../components/line.js';
import { TextField } from '../components/fields.js';

/** The line something is asked on; a question takes as many as it needs. */
export function PromptLine({ prompt }: { readonly prompt: Prompt }) {
  const app = useApp();
  const theme = useTheme();
  const state = useUi();
  const { columns } = state.size;
  if (prompt.kind === 'confirm') {
    return (
      <Box flexDirection="column">
        <Lines lines={questionLines(prompt.question, columns)} style={theme.question} />
      </Box>
    );
  }

  const label = prompt.kind === 'field' ? fieldLabel(app) : promptLabel(prompt);
  const problem = prompt.kind === 'filter' ? undefined : prompt.problem;
  return (
    <Box flexDirection="column">
      <Lines lines={problemLines(problem, columns)} style={theme.bad} />
      <Box>
        <Box flexShrink={0}>
          <Text {...theme.title}>{label}</Text>
        </Box>
        <TextField name={prompt.kind === 'filter' ? filterField(state) : prompt.kind} />
      </Box>
    </Box>
  );
}

const promptLabels: Readonly<Record<Exclude<Prompt['kind'], 'confirm' | 'field'>, string>> = {
  filter: 'Filter: ',
  command: ':',
  'api-key': 'API key (not shown): ',
  label: 'Category and name (3 Dogs): ',
  'pet-id': 'It is #',
  seconds: 'Refresh every how many seconds: ',
  'view-name': 'Keep this view as: ',
  jump: 'Jump: ',
  search: 'Search: ',
  'log-search': 'Search: ',
};

/** The words before the cursor. */
function promptLabel(prompt: Exclude<Prompt, { kind: 'confirm' | 'field' }>): string {
  return prompt.kind === 'label' && prompt.category !== undefined
    ? `Name of category ${prompt.category}: `
    : promptLabels[prompt.kind];
}
