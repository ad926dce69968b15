import { Box, Text } from 'ink';
import { cellWidth } from '../../platform/terminal-text.js';
import { useTheme, useUi } from '../app-context.js';
import { lineText } from '../input/line.js';
import { completions } from '../palette.js';
import { truncateCells } from '../../platform/terminal-text.js';
import type { Prompt } from '../state/ui-state.js';
import { TextField } from './text-field.js';

const labels: Readonly<Record<Exclude<Prompt['kind'], 'confirm'>, string>> = {
  filter: 'Filter: ',
  command: ':',
  'api-key': 'API key (not shown): ',
  label: 'Category and name (3 Dogs): ',
  'pet-id': 'It is #',
  seconds: 'Refresh every how many seconds: ',
};

/** The line something is asked on. */
export function PromptLine({ prompt, y }: { readonly prompt: Prompt; readonly y: number }) {
  const theme = useTheme();
  const { size, fields } = useUi();
  if (prompt.kind === 'confirm') {
    const answers = '  y yes  n no';
    return (
      <Text wrap="truncate">
        <Text {...theme.warning}>{truncateCells(prompt.question, size.columns - answers.length)}</Text>
        {answers}
      </Text>
    );
  }

  const label = prompt.kind === 'label' && prompt.category !== undefined ? `Name of category ${prompt.category}: ` : labels[prompt.kind];
  const typed = lineText(fields.command);
  const offer = prompt.kind === 'command' && !/\s|\d/.test(typed) ? completions(typed).map(({ name, does }) => (typed === '' ? name : `${name}: ${does}`)).join('  ') : '';
  const width = Math.max(4, Math.min(size.columns - label.length, offer === '' ? size.columns : Math.max(12, typed.length + 3)));
  return (
    <Box>
      <Text {...theme.title}>{label}</Text>
      <TextField name={prompt.kind} x={cellWidth(label)} y={y} width={width} {...(prompt.kind === 'api-key' ? { mask: '•' } : {})} />
      <Text wrap="truncate" {...theme.quiet}>
        {truncateCells(offer, Math.max(0, size.columns - label.length - width))}
      </Text>
    </Box>
  );
}
