/** The forms data can be asked for in; what each looks like is in `petstore help formatting`. */
export const formats = ['table', 'tsv', 'csv', 'json', 'ndjson'] as const;
/** A form that data can be asked for in. */
export type Format = (typeof formats)[number];
