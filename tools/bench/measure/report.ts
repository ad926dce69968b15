import { cpus, totalmem } from 'node:os';
import { isMet, type Row } from './row.ts';

/** What the figures were taken on, in words. */
export function describeMachine(): string {
  const [first] = cpus();
  return `${first?.model.trim() ?? 'unknown processor'}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, ${process.platform} ${process.arch}, Node ${process.versions.node}`;
}

/** The result as a Markdown table, which reads well in a terminal too. */
export function toTable(rows: readonly Row[]): string {
  const titles = ['measured', 'against', 'ratio', '95 % of draws', 'goal', '', 'medians'];
  const cells = rows.map((row) => [
    row.measured,
    row.against,
    row.value.toFixed(2),
    row.interval ? `${row.interval.low.toFixed(2)} to ${row.interval.high.toFixed(2)}` : '',
    `<= ${row.atMost}`,
    isMet(row) ? 'met' : 'MISSED',
    row.detail,
  ]);
  const widths = titles.map((title, column) =>
    Math.max(title.length, ...cells.map((line) => line[column]?.length ?? 0)),
  );
  const toLine = (line: readonly string[]) =>
    `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [toLine(titles), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...cells.map(toLine)].join(
    '\n',
  );
}
