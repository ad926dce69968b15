import type { Entry } from '../../domain/entry.js';
import { lostAnswerStart } from '../../domain/lost-answer.js';
import type { DecisionCode } from './decide.js';

/** Why it cannot be told from here, as the rest of a sentence. */
const reasons: Readonly<Record<DecisionCode, string>> = {
  'several-alike': 'and several new animals have this name and category, or almost.',
  'was-there-before':
    'and an animal with this name and category may have been there before it was sent, or belongs to ' +
    'another one entered here.',
  'came-later':
    'and others have this name and category too. The one that was found was not there right after ' +
    "that, or the store could not be asked then, so it may be somebody else's.",
  'other-status': 'and the one new animal with this name and category has another status than was sent.',
  'name-rewritten': 'and the store may have changed the name: one of its new animals may be this one.',
  corrected: 'and one of the new animals may be this one: somebody may have corrected its name or category since.',
  'accepted-not-listed': 'though the store said that it took the animal in, and it does not list it.',
  'list-proves-nothing':
    'and the list of the store does not show whether the animal arrived: it shows none of yours that ' +
    'was sent later, or not everything.',
  'list-not-read': 'and the list of the store could not be read, so it is not known whether the animal arrived.',
};

/** The reason that a person reads. */
export function explain(code: DecisionCode, entry: Pick<Entry, 'history'>): string {
  return `${lostAnswerStart(entry)}, ${reasons[code]}`;
}
