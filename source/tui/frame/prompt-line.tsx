import { Box, Text } from 'ink';
import { truncateCells } from '../../platform/text/terminal-text.js';
import { useTheme, useUi } from '../app-context.js';
import { commandOffer, fieldPlace, promptLabel } from '../form/field-place.js';
import { lineText } from '../input/line.js';
import { problemLines, questionLines } from '../layout.js';
import type { Prompt } from '../state/ui-state.js';
import { Line } from '../components/line.js';
import { TextField } from '../components/text-field.js';

/** The line something is asked on; a question takes as many as it needs. */
export function PromptLine({ prompt }: { readonly prompt: Prompt }) {
  const theme = useTheme();
  const state = useUi();
  const { columns } = state.size;
  if (prompt.kind === 'confirm') {
    return (
      <Box flexDirection="column">
        {questionLines(prompt.question, columns).map((line, index) => (
          <Text key={index} wrap="truncate" {...theme.warning}>
            {line}
          </Text>
        ))}
      </Box>
    );
  }

  const label = promptLabel(prompt);
  const { width } = fieldPlace(state, prompt.kind);
  const offer = prompt.kind === 'command' ? commandOffer(lineText(state.fields.command)) : '';
  const problem = prompt.kind === 'filter' ? undefined : prompt.problem;
  return (
    <Box flexDirection="column">
      {problemLines(problem, columns).map((line, index) => (
        <Line key={index} text={line} style={theme.bad} />
      ))}
      <Box>
        <Text {...theme.title}>{label}</Text>
        <TextField name={prompt.kind} />
        <Text wrap="truncate" {...theme.quiet}>
          {truncateCells(offer, Math.max(0, columns - label.length - width))}
        </Text>
      </Box>
    </Box>
  );
}
