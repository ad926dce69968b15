import { chosenLabels } from '../../../app/home.js';
import { categoryText } from '../../../domain/category-labels.js';
import { parseInt64 } from '../../../domain/int64.js';
import { rawInteger } from '../../../platform/json/json.js';
import { petLines } from '../../../text/animal/pet-texts.js';
import { toWirePet } from '../../../platform/json/wire-json.js';
import { type Animal, shownId, toAnimalRows } from '../../print/animal-rows.js';
import type { Answer } from '../../print/answer.js';
import type { Run } from '../../parse/command.js';
import type { Context } from '../../run/context.js';
import { exitCode } from '../../run/failures/exit-code.js';
import { type Failure, toFailure } from '../../run/failures/failure.js';
import { type Found, findAnimal } from './find-animal.js';
import { savedCopyText } from '../../../text/connection-sentence.js';
import { toWireEntry } from '../../print/wire-entry.js';

/** Several ids: the exit code is that of the gravest failure. */
const gravity = [exitCode.unauthorized, exitCode.unreachable, exitCode.notFound] as const;

/** `petstore get`. */
export const getAnimals: Run<'offline' | 'results'> = async (input, context) => {
  // One pet is looked up by itself; for several it pays to load them all.
  const session = await context.openSession({ loaded: input.arguments.length > 1 });
  const look = (id: string) => findAnimal(session, id, { isOffline: input.has('offline'), signal: context.signal });
  if (input.arguments.length === 1 && !input.has('results')) {
    const found = await look(input.arguments[0] ?? '');
    await context.output.print(await toAnswer(found, context));
    sayAge([found], context);
    return exitCode.done;
  }

  const results: (Found | Missing)[] = [];
  for (const id of input.arguments) {
    results.push(await look(id).catch((error: unknown) => ({ id, failure: keepFailure(error) })));
  }

  return await printAll(results, context);
};

/** One that was not found, as it was asked for. */
type Missing = { readonly id: string; readonly failure: Failure };

function keepFailure(error: unknown): Failure {
  const failure = toFailure(error);
  if (!failure) {
    throw error;
  }

  return failure;
}

async function toAnswer(found: Found, context: Context): Promise<Answer> {
  const animal: Animal = 'queued' in found ? found.queued : found.pet;
  const { rows } = toAnimalRows([animal]);
  return {
    json: toWireFound(found),
    items: ['queued' in found ? toWireEntry(found.queued) : (toWirePet(found.pet) as object)],
    screen: {
      lines: [
        `ID        ${shownId(animal)}`,
        ...petLines(animal, chosenLabels(await context.openHome())),
        ...('queued' in found
          ? [
              `State     ${found.queued.state}${found.queued.isFromBeforeReset ? ` as ${found.queued.petId}, before the store was reset` : ''}`,
            ]
          : []),
      ],
    },
    rows: { titles: toAnimalRows([]).titles, rows },
  };
}

function toWireFound(found: Found): object {
  return 'queued' in found
    ? { queued: toWireEntry(found.queued) }
    : { pet: toWirePet(found.pet), source: found.source, fetchedAt: found.fetchedAt };
}

/** With its id, a number where it is a pet's, so that a script knows which of several it was. */
function toWireMissing({ id, failure }: Missing): object {
  const petId = parseInt64(id);
  return { id: petId === undefined ? id.toUpperCase() : rawInteger(petId), error: failure.problem };
}

async function printAll(results: readonly (Found | Missing)[], context: Context): Promise<number> {
  const { output } = context;
  const found = results.filter((result): result is Found => !('failure' in result));
  const failures = results.flatMap((result) => ('failure' in result ? [result.failure] : []));
  const animals = found.map((result): Animal => ('queued' in result ? result.queued : result.pet));
  const rows = toAnimalRows(animals);
  const labels = chosenLabels(await context.openHome());
  await output.print({
    json: { results: results.map((result) => ('failure' in result ? toWireMissing(result) : toWireFound(result))) },
    items: results.map((result) =>
      'failure' in result
        ? toWireMissing(result)
        : 'queued' in result
          ? toWireEntry(result.queued)
          : (toWirePet(result.pet) as object),
    ),
    screen: {
      titles: ['ID', 'NAME', 'CATEGORY', 'STATUS'],
      rows: animals.map((animal) => [
        shownId(animal),
        animal.name,
        categoryText(animal.categoryId, labels),
        animal.status ?? '',
      ]),
      flexible: 1,
    },
    rows,
  });
  sayAge(found, context);
  for (const { problem } of failures) {
    output.warn(`petstore: ${problem.message}`);
  }

  return gravity.find((exit) => failures.some((failure) => failure.exit === exit)) ?? exitCode.done;
}

function sayAge(found: readonly Found[], { output, clock }: Context): void {
  for (const result of found) {
    if ('pet' in result && result.source === 'cache') {
      output.warn(`Animal ${result.pet.id}: ${savedCopyText(result.fetchedAt, clock.now())}.`);
    }
  }
}
