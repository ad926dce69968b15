import { cellWidth } from '../../platform/text/terminal-text.js';
import { lineText } from '../input/line.js';
import { bodyTop, isCompact } from '../layout.js';
import { completions } from '../palette.js';
import { connectFields, currentScreen, type FieldName, type Prompt, type UiState } from '../state/ui-state.js';

/** Cells for the label before a form's field. */
export const labelWidth = 12;

const promptLabels: Readonly<Record<Exclude<Prompt['kind'], 'confirm'>, string>> = {
  filter: 'Filter: ',
  command: ':',
  'api-key': 'API key (not shown): ',
  label: 'Category and name (3 Dogs): ',
  'pet-id': 'It is #',
  seconds: 'Refresh every how many seconds: ',
};

/** What stands before the cursor. */
export function promptLabel(prompt: Exclude<Prompt, { kind: 'confirm' }>): string {
  return prompt.kind === 'label' && prompt.category !== undefined ? `Name of category ${prompt.category}: ` : promptLabels[prompt.kind];
}

/** What completes the command that is being typed, while that is a name. */
export function commandOffer(typed: string): string {
  return /\s|\d/.test(typed) ? '' : completions(typed).map(({ name, does }) => (typed === '' ? name : `${name}: ${does}`)).join('  ');
}

/**
 * Where a field is in the window and how many cells it has. The one place that knows, for the field itself and for the
 * terminal's cursor, which only one component may set.
 */
export function fieldPlace(state: UiState, field: FieldName): { readonly x: number; readonly y: number; readonly width: number } {
  const { prompt, size, fields } = state;
  if (!prompt || prompt.kind === 'confirm') {
    const screen = currentScreen(state);
    const fields: readonly FieldName[] = screen.name === 'connect' ? connectFields(screen) : ['name', 'category'];
    return { x: labelWidth, y: bodyTop + fields.indexOf(field) * (isCompact(state) ? 1 : 2), width: size.columns - labelWidth - 1 };
  }

  const x = cellWidth(promptLabel(prompt));
  const typed = lineText(fields.command);
  const room = prompt.kind === 'command' && commandOffer(typed) !== '' ? Math.max(12, typed.length + 3) : size.columns;
  return { x, y: size.rows - (prompt.kind === 'filter' ? 3 : 2), width: Math.max(4, Math.min(size.columns - x, room)) };
}
