/**
 * A moving picture as SVG, without a script: each row of the screen is drawn once for as long as it looks the same, and
 * shown while it does. Where motion is not wanted, the last picture stands still.
 */
import type { Picture } from '../../test/pictures/picture.js';
import { drawRow, frameSvg } from './draw-svg.js';

/** One picture and how long it is seen, in milliseconds. */
export type MovieFrame = { readonly picture: Picture; readonly ms: number };

/** A row that is seen from one frame up to another. */
type Shot = { readonly from: number; to: number; readonly drawn: string };

/** All of it, again and again. */
export function drawMovie(frames: readonly MovieFrame[], title: string): string {
  const { cols = 0, cells = [] } = frames[0]?.picture ?? {};
  const shots = cells.flatMap((_, y) => {
    const row: Shot[] = [];
    for (const [index, { picture }] of frames.entries()) {
      const drawn = drawRow(picture.cells[y] ?? [], y, picture.cursor?.y === y ? picture.cursor.x : undefined);
      const last = row.at(-1);
      if (last?.drawn === drawn) {
        last.to = index + 1;
      } else {
        row.push({ from: index, to: index + 1, drawn });
      }
    }

    return row.filter(({ drawn }) => drawn !== '');
  });
  const starts = frames.map((_, index) => frames.slice(0, index).reduce((sum, { ms }) => sum + ms, 0));
  const length = frames.reduce((sum, { ms }) => sum + ms, 0);
  const at = (frame: number): string => `${(((starts[frame] ?? length) / length) * 100).toFixed(2)}%`;
  const spans = [...new Set(shots.map(({ from, to }) => `${from}-${to}`))].filter(
    (span) => span !== `0-${frames.length}`,
  );
  const style = spans.map((span) => {
    const [from = 0, to = 0] = span.split('-').map(Number);
    const isLast = to === frames.length;
    // Outside of its time a row is not there; without motion only those of the last picture are.
    const steps = `${from === 0 ? '' : '0%{visibility:hidden}'}${at(from)}{visibility:visible}${isLast ? '' : `${at(to)}{visibility:hidden}`}`;
    return `.k${span}{${isLast ? '' : 'visibility:hidden;'}animation:k${span} ${length}ms step-end infinite}@keyframes k${span}{${steps}}`;
  });
  const body = shots.map(({ from, to, drawn }) =>
    from === 0 && to === frames.length ? drawn : `<g class="k${from}-${to}">${drawn}</g>`,
  );
  return frameSvg(
    { cols, rows: cells.length },
    title,
    body,
    `${style.join('')}@media(prefers-reduced-motion:reduce){g{animation:none!important}}`,
  );
}
