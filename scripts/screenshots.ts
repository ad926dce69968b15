/**
 * `npm run screenshots`: pictures of the app for the documents, made from a real session of the built program, cell by cell.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { programEnvironment, programPath } from '../test/helpers/program.js';
import type { Cell } from '../test/helpers/emulator.js';
import { keys, openTerminal, type TerminalSession } from '../test/helpers/terminal.js';

const cell = { width: 8.4, height: 18 };
const margin = 12;
const background = '#1b1d23';
const foreground = '#d8dee9';
/** The 16 ANSI colours of a dark terminal. */
const palette = ['#3b4252', '#e06c75', '#98c379', '#e5c07b', '#61afef', '#c678dd', '#56b6c2', '#d8dee9', '#7f848e', '#ff7b86', '#b5e890', '#ffd68a', '#82c4ff', '#e29bf7', '#7fe0ec', '#ffffff'];

const escapeXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function toSvg(rows: readonly (readonly Cell[])[]): string {
  const width = (rows[0]?.length ?? 0) * cell.width + 2 * margin;
  const height = rows.length * cell.height + 2 * margin;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace" font-size="14">`,
    `<rect width="100%" height="100%" rx="8" fill="${background}"/>`,
    ...rows.flatMap((row, y) => row.map((each, x) => drawCell(each, x, y))),
    '</svg>',
    '',
  ]
    .filter((line, index, lines) => line !== '' || index === lines.length - 1)
    .join('\n');
}

/** Every cell is placed by itself: fonts differ in what they take to be wide. */
function drawCell({ text, width, colour, bold, dim, inverse }: Cell, x: number, y: number): string {
  const left = (margin + x * cell.width).toFixed(1);
  const top = margin + y * cell.height;
  const ink = colour === undefined ? foreground : (palette[colour] ?? foreground);
  const box = inverse ? `<rect x="${left}" y="${top}" width="${(cell.width * Math.max(width, 1) + 0.6).toFixed(1)}" height="${cell.height}" fill="${ink}"/>` : '';
  if (text.trim() === '') {
    return box;
  }

  const looks = `${bold ? ' font-weight="bold"' : ''}${dim ? ' opacity="0.65"' : ''}`;
  return `${box}<text x="${left}" y="${top + 13.5}" fill="${inverse ? background : ink}"${looks}>${escapeXml(text)}</text>`;
}

/** Adds two animals while working offline and stands on a row, as a person would. */
async function playList(session: TerminalSession): Promise<void> {
  await session.waitFor('All 7');
  session.press(':', 'offline', keys.enter);
  await session.waitFor(/working.offline/i);
  for (const [name, category] of [['Shadow', '3'], ['Coco', '7']] as const) {
    session.press('a');
    await session.waitFor('Add an animal');
    session.press(name, keys.tab, category, keys.ctrl('s'));
    await session.waitFor(new RegExp(`Queued as Q-\\d+: ${name}`));
  }

  session.press('jjj');
  await session.waitFor(/^> /m);
}

const home = mkdtempSync(join(tmpdir(), 'petstore-screenshots-'));
const session = openTerminal({ command: process.execPath, args: [programPath, 'demo'], env: programEnvironment(home) });
try {
  await playList(session);
  mkdirSync('docs/screenshots', { recursive: true });
  writeFileSync('docs/screenshots/list.svg', toSvg(session.cells()));
} finally {
  await session.close();
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
}
