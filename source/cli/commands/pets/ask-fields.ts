import { type CategoryLabels, categoryText } from '../../../domain/category-labels.js';
import type { Int64 } from '../../../domain/int64.js';
import { type AnyPetField, petFieldList } from '../../../domain/pet.js';
import { petLabels } from '../../../text/animal/pet-texts.js';
import type { Asker } from '../../run/ask.js';
import { wrongUse } from '../../run/failures/failure.js';
import { readGivenField, type GivenFields } from './read-pet-flags.js';

/** Asks for the missing fields, each until its value can be used. */
export async function askForMissing(
  given: GivenFields,
  labels: CategoryLabels,
  asker: Asker,
  tell: (words: string) => void,
): Promise<GivenFields> {
  let known = given;
  for (const declared of petFieldList.filter(({ word }) => given[word] === undefined)) {
    known = { ...known, [declared.word]: await askFor(declared, labels, asker, tell) };
  }

  return known;
}

async function askFor(
  declared: AnyPetField,
  labels: CategoryLabels,
  asker: Asker,
  tell: (words: string) => void,
): Promise<string> {
  for (;;) {
    const typed = await asker.ask(questionOf(declared, labels));
    if (typed === undefined) {
      throw wrongUse('The input ended before everything was answered. Nothing was saved.');
    }

    const problem = findTypedProblem(declared, typed, labels);
    if (problem === undefined) {
      return typed.trim();
    }

    tell(problem);
  }
}

/** More of them are better looked up with `petstore config category`. */
const mostNames = 12;

function questionOf({ field, kind, isOptional }: AnyPetField, labels: CategoryLabels): string {
  const names = (Object.keys(labels) as Int64[]).slice(0, mostNames).map((id) => categoryText(id, labels));
  const choices = field === 'categoryId' ? [names.join(', ') || 'a whole number'] : [...(kind.choices ?? [])];
  const hints = [...choices, ...(isOptional ? ['Enter for none'] : [])];
  return `${petLabels[field]}${hints.length === 0 ? '' : ` (${hints.join(', ')})`}: `;
}

function findTypedProblem(declared: AnyPetField, typed: string, labels: CategoryLabels): string | undefined {
  const text = typed.trim();
  if (/\p{Cc}/u.test(text)) {
    // No line was meant to hold an arrow key; with --name anything can be given.
    return 'That holds a control character, perhaps of an arrow key. Type it again.';
  }

  if (text === '') {
    return declared.isOptional ? undefined : `An animal needs a ${declared.word}.`;
  }

  const read = readGivenField(declared, text, labels);
  return 'problem' in read ? read.problem.replace(/^--\w+ cannot be used: /, 'That cannot be used: ') : undefined;
}
