/** Rows of text, as they are: making them safe for terminal, CSV or TSV is the output's business. */
export type TextRows = { readonly titles: readonly string[]; readonly rows: readonly (readonly string[])[] };

/** The answer for a person at a terminal: a table with one column that gives way on narrow terminals, or lines. */
export type ScreenText = (TextRows & { readonly flexible: number }) | { readonly lines: readonly string[] };

/** The result of a command, in every form it can be asked for. One output turns it into bytes. */
export type Answer = {
  /** The object of `--json`. */
  readonly json: object;
  /** What NDJSON prints, one a line; absent: the object. */
  readonly items?: readonly object[];
  /** Absent: the words on stderr say it all. */
  readonly screen?: ScreenText;
  /** TSV (without the titles) and CSV; absent: the same as on the screen. */
  readonly rows?: TextRows;
};

/** The forms data can be asked for in; what each looks like is in `petstore help formatting`. */
export const formats = ['table', 'tsv', 'csv', 'json', 'ndjson'] as const;
/** A form that data can be asked for in. */
export type Format = (typeof formats)[number];
