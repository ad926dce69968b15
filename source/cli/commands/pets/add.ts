import { chosenLabels } from '../../../app/home.ts';
import { requireProfile } from '../../../app/profiles/choose-profile.ts';
import {
  type NewPet,
  petFieldList,
  type PetWord,
  type AnyPetField,
  type PetField,
  pickPet,
  orText,
} from '../../../domain/pet.ts';
import { type CategoryLabels, categoryText } from '../../../domain/category-labels.ts';
import { findLikelyDouble } from '../../../domain/entry.ts';
import { toWirePet } from '../../../platform/json/json.ts';
import { doubleText, petLabels } from '../../../text/animal/pet-texts.ts';
import { toAnimalRows } from '../../print/animals.ts';
import type { Run, Input } from '../../parse/command.ts';
import { enteringFlags } from '../../table/flags.ts';
import { exitCode, Failure, wrongUse } from '../../run/failure.ts';
import { agrees, canAsk, type Context } from '../../run/context.ts';
import { exitOfProblem, patienceMs, sendSaved, toSendOutcome } from '../sync/send-saved.ts';
import type { Int64 } from '../../../domain/int64.ts';
import { checkField, mistakeText } from '../../../domain/pet/check-pet.ts';
import { readCategoryText } from '../../../text/animal/read-category-text.ts';

type AddFlag = PetWord | 'no-wait';

/** `petstore add`: saved durably first, then sent; after 10 s without an outcome it goes on without. */
export const addAnimal: Run<AddFlag> = async (input, context) => {
  const { terminal, output } = context;
  const home = await context.openHome();
  // Without a store there is no use in asking for the animal.
  await requireProfile(home);
  const labels = chosenLabels(home);
  const given = readGiven(input);
  // A mistake in a given field is told before the rest is asked for.
  const known = readFields(
    petFieldList.filter(({ word }) => given[word] !== undefined),
    given,
    labels,
  );
  const missing = petFieldList.filter(({ word, isOptional }) => !isOptional && given[word] === undefined);
  const isAsked = missing.length > 0 && canAsk(context);
  if (missing.length > 0 && !isAsked) {
    const valueOf = (word: PetWord): string => enteringFlags.find(({ name }) => name === word)?.value ?? '';
    const flags = missing.map(({ word }) => `--${word} ${valueOf(word)}`).join(' and ');
    throw wrongUse(`\`add\` needs ${flags}. See \`petstore add --help\`.`);
  }

  const pet = pickPet((isAsked ? { ...known, ...(await askForRest(given, labels, context)) } : known) as NewPet);
  const { engine } = await context.openSession();
  // A person is told of an animal of the same name, and a script knows what it does.
  const { entries, pets } = engine.snapshot();
  const double = findLikelyDouble(pet, { entries, pets: terminal.stderr ? pets : [] });
  const words = double && doubleText(pet, double, labels);
  if (words !== undefined && !canAsk(context)) {
    output.say(words);
  } else if (words !== undefined && !(await agrees(`${words} Add another one?`, context))) {
    throw new Failure(exitCode.wrongUse, { code: 'not_confirmed', message: 'The animal was not added.' });
  }

  const entered = await engine.add(pet);
  context.program.onSaved?.();
  const isNotSent = input.has('no-wait');
  // True in a pause that the store asks for, too.
  output.progress(isNotSent ? undefined : `${entered.localId} is saved. Waiting for the store`);
  const { entry, problem } = isNotSent
    ? { entry: entered, problem: undefined }
    : await sendSaved(engine, entered, context.patience(patienceMs), context);
  const outcome = toSendOutcome(entry, engine.snapshot(), isNotSent, context.clock.now(), problem);
  await output.print({
    json: {
      outcome: outcome.word,
      localId: entry.localId,
      pet: entry.pet && toWirePet(entry.pet),
      reason: outcome.reason,
      error: outcome.error,
    },
    tsv: toAnimalRows([entry.pet ?? entry], labels).rows,
  });
  // The id must be told somewhere: whoever does not see it enters the animal once more.
  if (outcome.exit === exitCode.done && !problem && (await output.isWritten())) {
    output.say(outcome.words);
  } else {
    output.warn(outcome.words);
  }

  return exitOfProblem(problem) ?? outcome.exit;
};

/** `petstore add Luna Cats` is `petstore add --name Luna --category Cats`. */
function readGiven(input: Input<AddFlag>): GivenFields {
  const [name, category] = input.arguments;
  for (const [word, argument] of [
    ['name', name],
    ['category', category],
  ] as const) {
    if (argument !== undefined && input.has(word)) {
      throw wrongUse(`The ${word} is given twice: "${argument}" and --${word}. Nothing was saved.`);
    }
  }

  const flags: GivenFields = Object.fromEntries(petFieldList.map(({ word }) => [word, input.text(word)]));
  return { ...flags, name: name ?? flags.name, category: category ?? flags.category };
}

async function askForRest(given: GivenFields, labels: CategoryLabels, context: Context): Promise<Values> {
  const asked: Values = {};
  for (const declared of petFieldList.filter(({ word }) => given[word] === undefined)) {
    asked[declared.field] = await askFor(declared, labels, context);
  }

  return asked;
}

async function askFor(declared: AnyPetField, labels: CategoryLabels, context: Context): Promise<string | undefined> {
  for (;;) {
    const typed = await context.ask(questionOf(declared, labels));
    if (typed === undefined) {
      throw wrongUse('The input ended before everything was answered. Nothing was saved.');
    }

    const read = readTyped(declared, typed, labels);
    if ('value' in read) {
      return read.value;
    }

    context.output.warn(read.problem);
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

function readTyped(declared: AnyPetField, typed: string, labels: CategoryLabels): ReadField {
  const text = typed.trim();
  if (/\p{Cc}/u.test(text)) {
    // No line was meant to hold an arrow key; with --name anything can be given.
    return { problem: 'That holds a control character, perhaps of an arrow key. Type it again.' };
  }

  if (text === '') {
    return declared.isOptional ? { value: undefined } : { problem: `An animal needs a ${declared.word}.` };
  }

  const read = readField(declared, text, labels);
  return 'problem' in read
    ? { problem: read.problem.replace(/^--\w+ cannot be used: /, 'That cannot be used: ') }
    : read;
}

/** The given value of each field, by flags or otherwise. */
type GivenFields = { readonly [W in PetWord]?: string | undefined };
/** The values of fields, checked. */
type Values = Partial<Record<PetField, string | undefined>>;

/** The values of fields as they were given. Throws a `Failure` for wrong use for one that cannot be. */
export function readFields(
  fields: readonly AnyPetField[],
  given: GivenFields,
  labels: CategoryLabels,
  otherwise = 'Nothing was saved.',
): Values {
  const values: Values = {};
  for (const declared of fields) {
    const read = readField(declared, given[declared.word], labels);
    if ('problem' in read) {
      throw wrongUse(`${read.problem} ${otherwise}`);
    }

    values[declared.field] = read.value;
  }

  return values;
}

/** One field as a person gave it (undefined: not set), or the problem with it, in sentences. */
type ReadField = { readonly value: string | undefined } | { readonly problem: string };

function readField(declared: AnyPetField, typed: string | undefined, labels: CategoryLabels): ReadField {
  const { field, word } = declared;
  const isCategory = field === 'categoryId' && typed !== undefined;
  const read = isCategory ? readCategoryText(typed, labels) : { id: typed };
  if ('problem' in read) {
    return read;
  }

  const checked = checkField(declared, read.id, 'argument');
  return 'mistake' in checked
    ? { problem: `--${word} cannot be used: ${mistakeText({ field, mistake: checked.mistake })}.` }
    : checked;
}

/** How the flags change an animal. Throws a `Failure` if they change no field, or give an invalid value. */
export function readCorrection(input: Input<PetWord>, labels: CategoryLabels): (before: NewPet) => NewPet {
  const fields = petFieldList.filter(({ word }) => input.has(word));
  if (fields.length === 0) {
    const flags = petFieldList.map(({ word }) => `--${word}`);
    throw wrongUse(`Use ${orText(flags)} to say what changes. Nothing was changed.`);
  }

  const given: GivenFields = Object.fromEntries(
    fields.map(({ word, isOptional, kind }) => {
      const typed = input.text(word);
      return [word, isOptional && kind.type === 'choice' && typed === 'none' ? undefined : typed];
    }),
  );
  const change = readFields(fields, given, labels, 'Nothing was changed.');
  return (before) => pickPet({ ...before, ...change } as NewPet);
}
