/** How far long work is, in words and as a bar. */
import type { Snapshot } from '../sync/api.js';
import { lengthText } from './time-text.js';

type Progress = NonNullable<Snapshot['progress']>;

const longBar = 20;
const shortBar = 8;

/** `Sending ████         31 of 51, 39 s left`, from the longest form to the shortest. `leftMs`: in ms. */
export function progressTexts({ what, done, total }: Progress, leftMs: number | undefined): readonly string[] {
  if (total === undefined || total <= 0) {
    return [`${what}: ${done}`];
  }

  const count = `${done} of ${total}`;
  const left = leftMs === undefined ? '' : `, ${lengthText(leftMs)} left`;
  return [
    `${what} ${bar(done / total, longBar)} ${count}${left}`,
    `${what} ${bar(done / total, shortBar)} ${count}${left}`,
    `${what} ${count}${left}`,
    `${what} ${count}`,
  ];
}

/** The part that is done, in halves of a cell; it looks finished only at the end. */
function bar(part: number, cells: number): string {
  const halves = Math.min(cells * 2, Math.max(0, Math.floor(part * cells * 2)));
  return ('█'.repeat(Math.floor(halves / 2)) + (halves % 2 === 1 ? '▌' : '')).padEnd(cells, '░');
}
