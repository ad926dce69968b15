/**
 * A moving picture as SVG, without a script: each look of a row is drawn once, and shown while
 * the row looks so. Where motion is not wanted, the last picture stands still.
 */
import type { Picture } from '../../test/pictures/picture.ts';
import { drawRow, frameSvg } from './draw-svg.ts';

/** One picture and how long it is seen, in milliseconds. */
export type MovieFrame = { readonly picture: Picture; readonly ms: number };

/** A row as it looks in some of the frames: `seen` has the first of each span and the first after it. */
type Shot = { readonly drawn: string; readonly seen: readonly (readonly [from: number, to: number])[] };

/** All of it, again and again. */
export function drawMovie(frames: readonly MovieFrame[], title: string): string {
  const { cols = 0, cells = [] } = frames[0]?.picture ?? {};
  const shots = cells.flatMap((_, y) => shotsOf(frames, y));
  const starts = frames.map((_, index) => frames.slice(0, index).reduce((sum, { ms }) => sum + ms, 0));
  const length = frames.reduce((sum, { ms }) => sum + ms, 0);
  const at = (frame: number): string => `${Number((((starts[frame] ?? length) / length) * 100).toFixed(2))}%`;
  const isAlways = ({ seen: [[from, to] = [0, 0]] }: Shot): boolean => from === 0 && to === frames.length;
  const times = [...new Map(shots.filter((shot) => !isAlways(shot)).map(({ seen }) => [seen.join(), seen])).values()];
  const names = new Map(times.map((seen, index) => [seen.join(), `k${index}`]));
  const style = times.map((seen, index) => {
    const name = `k${index}`;
    const isLast = seen.at(-1)?.[1] === frames.length;
    // Outside of its time a row is not there; without motion only those of the last picture are.
    const steps = seen.map(
      ([from, to]) => `${at(from)}{visibility:visible}${to === frames.length ? '' : `${at(to)}{visibility:hidden}`}`,
    );
    const start = seen[0]?.[0] === 0 ? '' : '0%{visibility:hidden}';
    return `.${name}{${isLast ? '' : 'visibility:hidden;'}animation-name:${name}}@keyframes ${name}{${start}${steps.join('')}}`;
  });
  const body = shots.map((shot) =>
    isAlways(shot) ? shot.drawn : `<g class="${names.get(shot.seen.join())}">${shot.drawn}</g>`,
  );
  return frameSvg(
    { cols, rows: cells.length },
    title,
    body,
    `g{animation:none ${length}ms step-end infinite}${style.join('')}@media(prefers-reduced-motion:reduce){g{animation:none!important}}`,
  );
}

/** The looks of one row in the course of all frames; a frame without a change adds none. */
function shotsOf(frames: readonly MovieFrame[], y: number): readonly Shot[] {
  const seen = new Map<string, [from: number, to: number][]>();
  for (const [index, { picture }] of frames.entries()) {
    const drawn = drawRow(picture.cells[y] ?? [], y, picture.cursor?.y === y ? picture.cursor.x : undefined);
    const spans = seen.get(drawn) ?? [];
    const last = spans.at(-1);
    if (last?.[1] === index) {
      last[1] = index + 1;
    } else {
      spans.push([index, index + 1]);
    }

    seen.set(drawn, spans);
  }

  return [...seen].filter(([drawn]) => drawn !== '').map(([drawn, spans]) => ({ drawn, seen: spans }));
}
