/**
 * The one way to stdout and stderr: data in the format that was asked for on stdout, words on stderr.
 */
import type { TextSink } from '../../platform/process/text-sink.js';
import { safeText, withoutMarks } from '../../platform/text/terminal-text.js';
import type { Answer, ScreenText, TextRows, Format } from '../print/answer.js';
import { completeHints, type StoreInUse } from '../../text/hints.js';
import type { Failure } from './failures/failure.js';
import { toCsvLine, toTsvLine } from '../../platform/text/write-cells.js';
import { toJsonText } from '../print/write-json.js';
import { toTableLines } from '../print/write-table.js';

/** The facts about the streams. */
export type Terminal = {
  /** Whether each stream is a terminal. */
  readonly stdin: boolean;
  readonly stdout: boolean;
  readonly stderr: boolean;
  readonly columns: number;
};

/** The place and the form of output. */
export type OutputOptions = {
  readonly stdout: Pick<TextSink, 'write' | 'drained'>;
  readonly stderr: Pick<TextSink, 'write'>;
  readonly terminal: Terminal;
  /** Undefined: a table on a terminal, TSV elsewhere. */
  readonly format: Format | undefined;
  readonly quiet: boolean;
  readonly verbose: boolean;
  /** Which store hints are about, before `pointAt` says it better. */
  readonly store?: StoreInUse;
};

/** Everything a command can say. */
export type Output = {
  readonly format: Format;
  print(answer: Answer): Promise<void>;
  /** Text as it is: help, scripts. `json` is what --json and NDJSON print instead. */
  printText(text: string, json?: object): Promise<void>;
  fail(failure: Failure): Promise<void>;
  /** Says which store hints are about from now on; a part that is not given stays. */
  pointAt(store: StoreInUse): void;
  /** A sentence that is printed as data, with its commands as they must be typed; words on stderr need no call. */
  readonly hints: (text: string) => string;
  /** Words that help; left out with --quiet. */
  say(words: string): void;
  /** Words that must be seen. */
  warn(words: string): void;
  /** Words for --verbose. */
  detail(words: string): void;
  /** A passing line such as `3/10`, on a terminal only; undefined wipes it. */
  progress(words: string | undefined): void;
  /** Keeps words back until the function it returns is called: while the app draws, they would land on its screen. */
  hush(): () => void;
};

/** Rows are written in portions, so a reader gets the first ones at once and a slow one is waited for. */
const portion = 500;

/** Data goes out in portions, so that a slow reader is waited for. */
export function createOutput(options: OutputOptions): Output {
  const { stdout, stderr, terminal, quiet, verbose } = options;
  const format = options.format ?? (terminal.stdout ? 'table' : 'tsv');
  let store = options.store ?? {};
  const hints = (text: string): string => completeHints(text, store);
  let passing = false;
  let isHushed = false;

  const write = async (lines: readonly string[]): Promise<void> => {
    for (let start = 0; start < lines.length; start += portion) {
      stdout.write(`${lines.slice(start, start + portion).join('\n')}\n`);
      await stdout.drained();
    }
  };
  const wipe = (): void => {
    if (passing) {
      stderr.write('\r\u001b[K');
      passing = false;
    }
  };
  const speak = (words: string): void => {
    if (isHushed) {
      return;
    }

    wipe();
    stderr.write(`${hints(words).split('\n').map(safeText).join('\n')}\n`);
  };
  const toJson = (value: object) => toJsonText(withHints(value, hints), terminal.stdout ? 2 : undefined);
  const toLine = (value: object) => toJsonText(withHints(value, hints));
  const toObjectText = (value: object): string | undefined => {
    if (format === 'json') {
      return toJson(value);
    }

    return format === 'ndjson' ? toLine(value) : undefined;
  };

  return {
    format,
    async print(answer) {
      wipe();
      await write(toLines(answer, format, terminal.columns, { toJson, toLine }));
    },
    async printText(text, json) {
      await write([(json && toObjectText(json)) ?? text.replace(/\n$/, '')]);
    },
    async fail({ problem }) {
      const text = toObjectText({ error: problem });
      if (text !== undefined) {
        await write([text]);
      }

      speak(`petstore: ${problem.message}`);
    },
    pointAt(now) {
      store = { ...store, ...now };
    },
    hints,
    say: (words) => quiet || speak(words),
    warn: speak,
    detail: (words) => verbose && speak(words),
    progress(words) {
      wipe();
      if (words !== undefined && terminal.stderr && !quiet) {
        stderr.write(safeText(words));
        passing = true;
      }
    },
    hush() {
      isHushed = true;
      return () => (isHushed = false);
    },
  };
}

/** The hints in the problems of an object, and so in its results. What animals hold stays as it is. */
function withHints(json: object, hints: (text: string) => string): object {
  const { error, results } = json as {
    readonly error?: { readonly message?: unknown } | null;
    readonly results?: readonly object[];
  };
  if (!error && !results) {
    return json;
  }

  return {
    ...json,
    ...(typeof error?.message === 'string' ? { error: { ...error, message: hints(error.message) } } : {}),
    ...(results ? { results: results.map((result) => withHints(result, hints)) } : {}),
  };
}

/** Reads of an answer only what its format shows: long ones make each part when it is asked for. */
function toLines(
  answer: Answer,
  format: Format,
  columns: number,
  { toJson, toLine }: { readonly toJson: (value: object) => string; readonly toLine: (value: object) => string },
): readonly string[] {
  switch (format) {
    case 'json':
      return [toJson(answer.json)];
    case 'ndjson':
      return (answer.items ?? [answer.json]).map((item) => toLine(item));
    case 'tsv':
      return toPlain(answer).rows.map(toTsvLine);
    case 'csv': {
      const { titles, rows } = toPlain(answer);
      return [...(titles.length > 0 ? [titles] : []), ...rows].map(toCsvLine);
    }
    case 'table': {
      const { screen = nothing } = answer;
      return 'lines' in screen
        ? screen.lines.map(safeText)
        : toTableLines(screen.titles, screen.rows, screen.flexible, columns);
    }
  }
}

const nothing: ScreenText = { lines: [] };

function toPlain({ screen = nothing, rows }: Answer): TextRows {
  return rows ?? ('lines' in screen ? { titles: [], rows: screen.lines.map((line) => [withoutMarks(line)]) } : screen);
}
