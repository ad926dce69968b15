import type { Flag } from './flag.js';
import { formats } from '../print/answer.js';

const declared = [
  {
    name: 'profile',
    value: 'NAME',
    summary: 'use this profile (see `petstore profile`)',
    completes: 'profiles',
    kind: 'not-empty',
  },
  { name: 'json', summary: 'one JSON object on stdout, also for failures' },
  { name: 'format', value: 'FORMAT', summary: 'table, tsv, csv, json or ndjson', choices: formats },
  { name: 'no-color', summary: 'no colours (also NO_COLOR)' },
  { name: 'screen-reader', summary: 'the app as plain lines for screen readers' },
  { name: 'quiet', short: 'q', summary: 'only errors on stderr (`list -q TEXT` filters)' },
  { name: 'verbose', summary: 'more words on stderr' },
  { name: 'help', short: 'h', summary: 'help for this command; -h is the short one' },
  { name: 'version', short: 'V', summary: 'the version' },
] as const satisfies readonly Flag[];

/** The name of a flag that every command takes. */
export type GlobalFlagName = (typeof declared)[number]['name'];

/** Flags that every command takes. */
export const globalFlags: readonly Flag[] = declared;
