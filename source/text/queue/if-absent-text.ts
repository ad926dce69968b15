import type { Entry } from '../../domain/entry.js';
import { shortName } from '../animal/short-name.js';

/** What becomes of an animal that is looked for, as a person wants it; empty: it is sent again if it is not there. */
export function ifAbsentText({ name, ifAbsent, instead }: Pick<Entry, 'name' | 'ifAbsent' | 'instead'>): string {
  if (ifAbsent === undefined && instead === undefined) {
    return '';
  }

  const changed = instead && instead.name !== name ? ` as ${shortName(instead.name)}` : ' as you changed it';
  const as = instead && ifAbsent !== 'discarded' ? changed : '';
  return `It is ${ifAbsent ?? 'sent'}${as} if it is not on the store.`;
}

/** That an animal was on the store before a person changed it; empty: it was not. */
export function tooLateText({ state, body, instead }: Pick<Entry, 'state' | 'body' | 'instead'>): string {
  return state === 'created' && instead !== undefined && instead.body !== body
    ? 'It was there before your change, so it has the sent values.'
    : '';
}
