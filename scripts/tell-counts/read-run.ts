import { stripVTControlCharacters } from 'node:util';

/** A test, or a whole file, that failed, with the first lines of its report. */
export type Failure = { readonly title: string; readonly message: string };

/** The result of a run of the tests. */
export type RunCounts = { readonly passed: number; readonly skipped: number; readonly failures: readonly Failure[] };

const separator = /^ {2}[─-]$/;
const marked = /^ {2}([✔√✘×◌-]|\( \)) (.*)$/;

/**
 * Reads what AVA printed to its standard output. Its TAP would be easier to read, but AVA 8 throws while it writes a
 * test that hung or a file that ended itself, and the whole run with it; and its own closing lines leave out how many
 * passed as soon as one failed.
 */
export function readRun(output: string): RunCounts {
  const lines = stripVTControlCharacters(output).split(/\r?\n/);
  const end = lines.findIndex((line) => separator.test(line));
  const [told, after] = end === -1 ? [lines, []] : [lines.slice(0, end), lines.slice(end + 1)];
  const details = after.slice(
    0,
    after.findIndex((line) => separator.test(line)),
  );
  /** By title: a file that breaks is told several times over. */
  const failures = new Map<string, string>();
  let passed = 0;
  let skipped = 0;

  told.forEach((line, index) => {
    const message = (): string => {
      const rest = told.slice(index + 1);
      const next = rest.findIndex((other) => marked.test(other));
      return quote([line, ...rest.slice(0, next === -1 ? undefined : next)]);
    };
    const [, mark, text = ''] = marked.exec(line) ?? [];
    const crash =
      /^ {2}(?:Uncaught exception|Unhandled rejection) in (\S+)$/.exec(line) ??
      /^ {2}[✘×] (?:Exiting due to .* when running |Internal error when running |No tests found in )?(\S+?)(?:,.*| exited .*)?$/.exec(
        line,
      );
    if (crash?.[1] !== undefined) {
      failures.set(crash[1], failures.get(crash[1]) ?? message());
    } else if (mark === '✔' || mark === '√') {
      passed += 1;
    } else if (mark === '-' && text.startsWith('[skip]')) {
      skipped += 1;
    } else if (mark === '◌' || mark === '( )') {
      failures.set(text, 'It was still running when the run gave up.');
    } else if (text.startsWith('[fail]: ')) {
      const [title, message] = findDetails(text.slice('[fail]: '.length), details);
      failures.set(title, message);
    } else if ((mark === '✘' || mark === '×') && !/^(?:Timed out while|\d+ tests? remaining in) /.test(text)) {
      failures.set(text, message());
    }
  });
  return { passed, skipped, failures: [...failures].map(([title, message]) => ({ title, message })) };
}

/** The title stands alone above the details; beside the mark its message may follow it. */
function findDetails(titleAndMessage: string, details: readonly string[]): [title: string, message: string] {
  const [best] = details
    .join('\n')
    .split(/\n{4}/)
    .map((block) => block.split('\n').filter((line) => line.trim() !== ''))
    .filter(([title = '']) => title.length > 2 && titleAndMessage.startsWith(title.slice(2)))
    .sort(([a = ''], [b = '']) => b.length - a.length);
  const [title = '', ...message] = best ?? [];
  return best ? [title.slice(2), quote(message)] : [titleAndMessage, ''];
}

/** The first lines of a message, without empty ones. */
function quote(lines: readonly string[]): string {
  return lines
    .filter((line) => line.trim() !== '')
    .slice(0, 40)
    .map((line) => line.slice(2))
    .join('\n');
}
