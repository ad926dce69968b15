import type { Entry } from '../../domain/entry.js';

/** What becomes of an animal that is looked for, as a person wants it; empty: it is sent again if it is not there. */
export function ifAbsentText({ ifAbsent, instead }: Pick<Entry, 'ifAbsent' | 'instead'>): string {
  if (ifAbsent === undefined && instead === undefined) {
    return '';
  }

  const as = instead && ifAbsent !== 'discarded' ? ' as you changed it' : '';
  return `It is ${ifAbsent ?? 'sent'}${as} if it is not on the store.`;
}

/** That an animal was on the store before a person changed it; empty: it was not. */
export function tooLateText({ state, body, instead }: Pick<Entry, 'state' | 'body' | 'instead'>): string {
  return state === 'created' && instead !== undefined && instead.body !== body
    ? 'It was there before your change, so it has the sent values.'
    : '';
}
