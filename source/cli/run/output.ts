/** The one way to stdout and stderr: data in the format that was asked for on stdout, words on stderr. */
import { once } from 'node:events';
import {
  cellWidth,
  fitCells,
  safeText,
  toCsvLine,
  toTsvLine,
  truncateCells,
} from '../../platform/text/terminal-text.ts';
import { completeHints, type StoreInUse } from '../../text/hints.ts';
import { wrapCells, wrapSentence } from '../../text/wrap-cells.ts';
import type { Failure } from './failure.ts';

/** The facts about the streams. */
export type Terminal = {
  readonly stdin: boolean;
  readonly stdout: boolean;
  readonly stderr: boolean;
  readonly columns: number;
};

type OutputOptions = {
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: Pick<NodeJS.WriteStream, 'write'>;
  readonly terminal: Terminal;
  /** Undefined: a table on a terminal, TSV elsewhere. */
  readonly format: Format | undefined;
  readonly quiet: boolean;
  readonly verbose: boolean;
  /** Which store hints are about, before `pointAt` says it better. */
  readonly store?: StoreInUse;
};

/** Everything a command can say. */
export type Output = ReturnType<typeof createOutput>;

/** Rows are written in portions, so a reader gets the first ones at once and a slow one is waited for. */
const portion = 500;

/** Resolves when the written text has gone so far that more may follow. */
async function drained(stream: OutputOptions['stdout']): Promise<void> {
  if (stream.writableNeedDrain) {
    // One that fails meanwhile is told at the start of the process; the rest of the text is lost with it.
    await once(stream, 'drain').catch(() => undefined);
  }
}

/** The output of one command. */
export function createOutput(options: OutputOptions) {
  const { stdout, stderr, terminal, quiet, verbose } = options;
  const format: Format = options.format ?? (terminal.stdout ? 'table' : 'tsv');
  let store: StoreInUse = options.store ?? {};
  const hints = (text: string): string => completeHints(text, store);
  let passing: string | undefined;
  let isHushed = false;

  const write = async (lines: readonly string[]): Promise<void> => {
    for (let start = 0; start < lines.length; start += portion) {
      stdout.write(`${lines.slice(start, start + portion).join('\n')}\n`);
      await drained(stdout);
    }
  };
  const wipe = (): void => {
    if (passing !== undefined) {
      stderr.write('\r\u001b[K');
      passing = undefined;
    }
  };
  const speak = (...sentences: readonly string[]): void => {
    for (const words of isHushed ? [] : sentences) {
      wipe();
      // A line feed in them is one of the store's, and would begin a line that looks like ours.
      const text = safeText(hints(words));
      const isWide = terminal.stderr && cellWidth(text) > terminal.columns;
      stderr.write(`${(isWide ? wrapSentence(text, terminal.columns) : [text]).join('\n')}\n`);
    }
  };
  const progress = (words: string | undefined): void => {
    wipe();
    if (words !== undefined && terminal.stderr && !quiet) {
      stderr.write(safeText(words));
      passing = words;
    }
  };
  const indent = format === 'json' && terminal.stdout ? 2 : undefined;
  const toText = (value: object): string => toJsonText(value, indent);
  const isObjects = format === 'json' || format === 'ndjson';

  return {
    format,
    async print(answer: Answer): Promise<void> {
      wipe();
      await write(toLines(answer, format, terminal.columns, toText));
    },
    /** Text as it is: help, scripts. `json` is what --json and NDJSON print instead. */
    async printText(text: string, json?: object): Promise<void> {
      await write([json && isObjects ? toText(json) : text.replace(/\n$/, '')]);
    },
    async fail({ problem, lines: [first, ...others] }: Failure): Promise<void> {
      if (isObjects) {
        await write([toText({ error: problem })]);
      }

      speak(`petstore: ${first ?? ''}`, ...others);
    },
    /** Whether all that was printed has left; false on a full disk, or if the reader left. */
    isWritten: (): Promise<boolean> => new Promise((resolve) => stdout.write('', (error) => resolve(!error))),
    /** Says which store hints are about from now on; a part that is not given stays. */
    pointAt(now: StoreInUse): void {
      store = { ...store, ...now };
    },
    /** A sentence that is printed as data, with its commands as they must be typed; words on stderr need no call. */
    hints,
    /** Left out with --quiet. */
    say: (words: string): void => speak(...(quiet ? [] : [words])),
    /** Sentences that must be seen, a line each. */
    warn: speak,
    detail: (words: string): void => speak(...(verbose ? [words] : [])),
    /** A passing line such as `3/10`, on a terminal only; undefined wipes it. */
    progress,
    /** Writes the passing line once more, below what a shell wrote meanwhile. */
    repeatProgress: (): void => progress(passing),
    /** Keeps words back until the function it returns is called: they would land on the screen that the app draws. */
    hush(): () => void {
      isHushed = true;
      return () => (isHushed = false);
    },
  };
}

/** Reads of an answer only what its format shows: long ones make each part when it is asked for. */
function toLines(
  answer: Answer,
  format: Format,
  columns: number,
  toText: (value: object) => string,
): readonly string[] {
  switch (format) {
    case 'json':
      return [toText(answer.json)];
    case 'ndjson':
      return (answer.items ?? []).map(toText);
    case 'tsv': {
      const rows = answer.tsv ?? answer.csv?.rows;
      if (rows) {
        return rows.map(toTsvLine);
      }

      const { screen = { lines: [] } } = answer;
      // A text has no cells that a program takes apart.
      return 'lines' in screen ? screen.lines.map(toLineText) : screen.rows.map(toTsvLine);
    }
    case 'csv': {
      const { titles, rows } = answer.csv ?? { titles: [], rows: [] };
      return [titles, ...rows].map(toCsvLine);
    }
    case 'table': {
      const { screen = { lines: [] } } = answer;
      return 'lines' in screen
        ? screen.lines.flatMap((line) => toScreenLines(line, columns))
        : toTableLines(screen.titles, screen.rows, screen.flexible, columns);
    }
  }
}

/** Rows of text, as they are: making them safe for terminal, CSV or TSV is the output's business. */
type Rows = readonly (readonly string[])[];
/** The same with titles. */
export type TextRows = { readonly titles: readonly string[]; readonly rows: Rows };

/** The answer for a person at a terminal: a table with one column that gives way on narrow terminals, or lines. */
type ScreenText = (TextRows & { readonly flexible: number }) | { readonly lines: readonly Line[] };

/** A line, or a text behind a lead that goes on below itself. */
export type Line = string | readonly [lead: string, text: string];

/** What is told of something, and its text; one without a label goes on with what stands above it. */
export type Fact = readonly [label: string, text: string];

/** The result of a command, in every form it can be asked for. */
export type Answer = {
  readonly json: object;
  /** What NDJSON prints, one a line. */
  readonly items?: readonly object[];
  /** Absent: the words on stderr say it all. */
  readonly screen?: ScreenText;
  /** For lists that can be asked for as CSV: that, and in a pipe its rows. */
  readonly csv?: TextRows;
  /** In a pipe, of any other command; absent: what the screen shows. */
  readonly tsv?: Rows;
};

/** The forms data can be asked for in; what each looks like is in `petstore help formatting`. */
export const formats = ['table', 'tsv', 'csv', 'json', 'ndjson'] as const;
/** A form that data can be asked for in. */
export type Format = (typeof formats)[number];

// JSON.stringify escapes C0 only; the others here act on a terminal or hide text, and \u says the same.
const troublesome = /[\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;

/** A value as JSON that cannot act on a terminal and loses no information; ids written by `rawInteger` stay exact. */
export function toJsonText(value: unknown, indent?: number): string {
  return JSON.stringify(value, undefined, indent).replace(
    troublesome,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Facts as lines, their texts in one column. */
export function toFactLines(facts: readonly Fact[], indent = ''): readonly Line[] {
  const cells = Math.max(0, ...facts.map(([label]) => label.length)) + gap;
  return facts.map(([label, text]) => [indent + label.padEnd(cells), text]);
}

const toLineText = (line: Line): string => safeText(typeof line === 'string' ? line : line.join(''));

function toScreenLines(line: Line, columns: number): readonly string[] {
  const text = toLineText(line);
  if (typeof line === 'string' || cellWidth(text) <= columns) {
    return [text];
  }

  const [lead] = line;
  const [first = '', ...others] = wrapSentence(text.slice(lead.length), columns, lead.length);
  return [lead + first.slice(lead.length), ...others];
}

const gap = 2;
/** The least a column that gives way keeps. */
const least = 8;

/**
 * A table for people: padded columns, the flexible one cut so that a row fits the width. As the last column it holds
 * sentences, and one that does not fit beside its row stands below it, whole.
 */
export function toTableLines(
  titles: readonly string[],
  rows: readonly (readonly string[])[],
  flexible: number,
  width: number,
): readonly string[] {
  if (rows.length === 0) {
    // The words on stderr say so.
    return [];
  }

  const widths = titles.map((title, column) =>
    rows.reduce((widest, row) => Math.max(widest, cellWidth(truncateCells(row[column] ?? '', width))), title.length),
  );
  const others = widths.reduce((sum, each, column) => sum + (column === flexible ? 0 : each + gap), 0);
  const room = width - others;
  widths[flexible] = Math.min(widths[flexible] ?? 0, Math.max(least, room));
  const toLine = (row: readonly string[]): string =>
    row
      .map((cell, column) => fitCells(cell, widths[column] ?? 0))
      .join(' '.repeat(gap))
      .trimEnd();
  const toLines = (row: readonly string[]): readonly string[] => {
    const last = row.at(-1) ?? '';
    return flexible < row.length - 1 || cellWidth(last) <= room
      ? [toLine(row)]
      : [toLine(row.slice(0, -1)), ...wrapCells(last, width - indent).map((line) => ' '.repeat(indent) + line)];
  };
  const [heading = ''] = toLines(titles);
  return [heading, ...rows.flatMap(toLines)];
}

/** Of a sentence below its row. */
const indent = 5;
