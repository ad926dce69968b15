import { cellWidth, fitCells, safeText } from '../../platform/text/terminal-text.js';
import type { PaneLine } from '../../text/pane-lines.js';
import { useDrawing } from '../app-context.js';
import { ListRows, rowsInSight, sightOf } from '../components/rows.js';
import { takeRows } from '../models/position.js';
import { settingsRows, type SettingsRow } from './settings.js';

/** Everything that can be set, and the paths of all files. */
export function SettingsScreen() {
  const { app, theme } = useDrawing();
  const rows = settingsRows(app);
  const sight = sightOf(app, 'settings');
  const { columns } = sight;
  // In a wide window columns do not move as the rows go by.
  const measured = columns < roomy ? rowsInSight(sight, rows) : takeRows(rows);
  return (
    <ListRows
      sight={sight}
      rows={rows}
      lookOf={(row) => ({ pieces: settingsLine(row, measured, columns), style: theme[row.tone ?? 'plain'] })}
    />
  );
}

/** From so many columns on every label has room beside its value. */
const roomy = 60;
/** Below so many columns the names of the sections give way to their rows. */
const withSections = 40;

/** Sections and labels are as wide as `measured` needs; a longer label has the room that its value leaves. */
export function settingsLine(row: SettingsRow, measured: readonly SettingsRow[], columns: number): PaneLine {
  const { section, label, value } = row;
  const widest = (texts: readonly string[]): number => Math.max(...texts.map(cellWidth)) + 1;
  const sections = columns < withSections ? 0 : widest(measured.map((each) => each.section));
  const labels = Math.min(columns < roomy ? 10 : Math.floor(columns / 2), widest(measured.map((each) => each.label)));
  const room = Math.max(0, columns - 2 - sections);
  const own = Math.max(labels, Math.min(cellWidth(safeText(label)) + 1, room - cellWidth(safeText(value))));
  return [
    { text: ` ${fitCells(section, sections)}`, tone: 'strong' },
    { text: `${fitCells(label, own - 1)} ${fitCells(value, Math.max(0, room - own))}` },
  ];
}
