/**
 * Pictures as SVG: the cells of a terminal, light or dark as the reader's system is, with no script and no font inside.
 *
 * Neighbours that look alike are one text, stretched to the width of their cells, because fonts differ in the
 * characters that they take to be wide.
 */
import { colourNames, type Cell } from '../../test/helpers/emulator.ts';
import type { Picture } from '../../test/pictures/picture.ts';
import { darkColours, fixedDark, fixedLight, fixedNames, lightColours } from '../../test/pictures/picture-colours.ts';

const cell = { width: 8, height: 18 };
const margin = 12;

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const names = ['ground', 'plain', ...colourNames, ...fixedNames];
const dark = [...darkColours, ...fixedDark];
const variables = (colours: readonly string[]): string =>
  colours.map((colour, index) => `--${index}:${colour}`).join(';');
/** A colour before the variable, for renderers that know none. */
const fill = (index: number): string => `fill:${dark[index] ?? ''};fill:var(--${index})`;

/** The frame around drawn rows: size, colours and looks. `title`: a description for those who do not see it. */
export function frameSvg(
  size: { readonly cols: number; readonly rows: number },
  title: string,
  body: readonly string[],
  style = '',
): string {
  const width = size.cols * cell.width + 2 * margin;
  const height = size.rows * cell.height + 2 * margin;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" xml:space="preserve" font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace" font-size="13">`,
    `<title>${escapeXml(title)}</title>`,
    `<style>svg{${variables(dark)}}@media(prefers-color-scheme:light){svg{${variables([...lightColours, ...fixedLight])}}}text{white-space:pre;${fill(1)}}.b{font-weight:bold}.d{opacity:.7}.i{font-style:italic}.u{text-decoration:underline}.s{text-decoration:line-through}${names.map((_, index) => `.c${index}{${fill(index)}}`).join('')}${style}</style>`,
    '<rect width="100%" height="100%" rx="8" class="c0"/>',
    ...body,
    '</svg>',
    '',
  ].join('\n');
}

/** A still picture. */
export function drawSvg(picture: Picture, title: string): string {
  const rows = picture.cells.flatMap((row, y) =>
    drawRow(row, y, picture.cursor?.y === y ? picture.cursor.x : undefined),
  );
  return frameSvg({ cols: picture.cols, rows: picture.cells.length }, title, rows);
}

/** One row of it, with the cursor if it stands there; empty for a blank row. */
export function drawRow(row: readonly Cell[], y: number, cursor?: number): string {
  const runs = runsOf(row).map((run) => ({ ...run, ...colourRun(run.looks) }));
  const caret =
    cursor === undefined
      ? ''
      : `<rect x="${left(cursor)}" y="${top(y)}" width="2" height="${cell.height}" class="c1"/>`;
  return [...papersOf(runs).map((paper) => drawPaper(paper, y)), ...runs.map((run) => drawRun(run, y)), caret].join('');
}

const left = (x: number): number => margin + x * cell.width;
const top = (y: number): number => margin + y * cell.height;

type Run = { readonly x: number; readonly width: number; readonly text: string; readonly looks: string };

/** Wide characters and those of several code points stand alone; so do long blanks, which need not be drawn at all. */
function runsOf(row: readonly Cell[]): readonly Run[] {
  const runs: Run[] = [];
  for (const [x, { text, width, looks }] of row.entries()) {
    const last = runs.at(-1);
    const isSimple = /^[ -~]$/.test(text);
    if (
      last &&
      isSimple &&
      last.x + last.width === x &&
      last.looks === looks &&
      /^[ -~]*$/.test(last.text) &&
      !(text === ' ' && looks === '' && last.text.endsWith(' '))
    ) {
      runs[runs.length - 1] = { ...last, width: last.width + 1, text: last.text + text };
    } else if (width > 0 && (text !== ' ' || looks !== '')) {
      runs.push({ x, width, text, looks });
    }
  }

  return runs;
}

/** The colours of a run's letters and of their ground. */
type Colours = { readonly words: readonly string[]; readonly ink: string; readonly paper: string | undefined };

function colourRun(looks: string): Colours {
  const words = looks.split(' ');
  const colour = words.find((word) => names.includes(word)) ?? 'plain';
  const ground = words.find((word) => word.startsWith('on-'))?.slice(3);
  return words.includes('inverse')
    ? { words, ink: ground ?? 'ground', paper: colour }
    : { words, ink: colour, paper: ground };
}

/** A stretch of another ground; neighbours on the same are one. */
type Paper = { readonly x: number; readonly width: number; readonly paper: string };

function papersOf(runs: readonly (Run & Colours)[]): readonly Paper[] {
  const papers: Paper[] = [];
  for (const { x, width, paper } of runs) {
    const last = papers.at(-1);
    if (paper !== undefined && last?.paper === paper && last.x + last.width === x) {
      papers[papers.length - 1] = { ...last, width: last.width + width };
    } else if (paper !== undefined) {
      papers.push({ x, width, paper });
    }
  }

  return papers;
}

const drawPaper = ({ x, width, paper }: Paper, y: number): string =>
  `<rect x="${left(x)}" y="${top(y)}" width="${width * cell.width}" height="${cell.height}" class="c${names.indexOf(paper)}"/>`;

function drawRun({ x, width, text, words, ink }: Run & Colours, y: number): string {
  // The line below a field goes on to its end.
  const shown = words.includes('underline') ? text : text.trimEnd();
  if (shown === '') {
    return '';
  }

  const classes = [
    ...(['bold', 'dim', 'italic', 'underline', 'strike'] as const).flatMap((name) =>
      words.includes(name) ? name.slice(0, 1) : [],
    ),
    ...(ink === 'plain' ? [] : [`c${names.indexOf(ink)}`]),
  ];
  const length = (width - (text.length - shown.length)) * cell.width;
  return `<text x="${left(x)}" y="${top(y) + 13}"${shown.length > 1 && width === text.length ? ` textLength="${length}"` : ''}${classes.length > 0 ? ` class="${classes.join(' ')}"` : ''}>${escapeXml(shown)}</text>`;
}
