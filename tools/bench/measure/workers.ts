/** Orders that several processes of the same script carry out (`--worker`), and the lines of a table for them. */
import { type ChildProcess, fork } from 'node:child_process';

/** Hands the orders out to as many processes of a script; `tell` gets each result as it comes. */
export async function handOut(
  script: string,
  orders: readonly object[],
  jobs: number,
  tell: (done: unknown) => void,
): Promise<void> {
  const left = [...orders];
  const work = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const child: ChildProcess = fork(script, ['--worker']);
      const next = (): void => {
        const order = left.shift();
        if (order) {
          child.send(order);
        } else {
          child.disconnect();
        }
      };
      child.on('message', (done) => {
        tell(done);
        next();
      });
      child.once('exit', (code) =>
        code === 0 ? resolve() : reject(new Error(`A worker ended with ${String(code)}.`)),
      );
      next();
    });
  await Promise.all(Array.from({ length: Math.min(jobs, left.length) }, work));
}

/** What such a process does: it carries out each order that it is sent. */
export function serveOrders(carryOut: (order: unknown) => Promise<object>): void {
  process.on('message', (order) => void carryOut(order).then((done) => process.send?.(done)));
}

/** The sum of a figure over results. */
export function sum<Result>(results: readonly Result[], of: (result: Result) => number): number {
  return results.reduce((total, result) => total + of(result), 0);
}

/** A line of a table with columns of these widths. */
export function toLine(widths: readonly number[], cells: readonly string[]): string {
  return `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
}

/** The two first lines of it. */
export function toHead(widths: readonly number[], titles: readonly string[]): string {
  return `${toLine(widths, titles)}\n|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
}
