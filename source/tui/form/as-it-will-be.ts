import { fitCells } from '../../platform/text/terminal-text.js';
import { categoryPieces, statusPieces } from '../../text/animal/animal-pane.js';
import { shortName } from '../../text/animal/short-name.js';
import { labelCells, type PaneLine } from '../../text/pane-lines.js';
import { type App, glyphsIn } from '../app-context.js';
import { lineText } from '../input/line.js';
import { readForm } from './read-form.js';

/** The row as it will be, or a note on the missing parts. */
export function asItWillBe(app: App, columns: number): PaneLine {
  const read = readForm(app);
  const state = app.model.get();
  const glyphs = glyphsIn(state);
  const label = { text: `  ${fitCells('Row', labelCells - 2)}`, tone: 'quiet' } as const;
  if (!('pet' in read)) {
    const missing = lineText(state.fields.name).trim() === '' ? 'It has no name yet.' : 'It has no category yet.';
    return [label, { text: fitCells(missing, columns - labelCells).trimEnd(), tone: 'quiet' }];
  }

  const { name, categoryId, status } = read.pet;
  return [
    label,
    { text: shortName(name), tone: 'strong' },
    { text: '  ' },
    ...categoryPieces(categoryId, state.settings.categoryLabels, glyphs),
    { text: '  ' },
    ...statusPieces(status, glyphs),
  ];
}
