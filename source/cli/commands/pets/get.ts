import { chosenLabels } from '../../../app/home.js';
import { categoryText } from '../../../domain/category-labels.js';
import { parseAnimalId } from '../../../domain/entry.js';
import { rawInteger } from '../../../platform/json/json.js';
import { petLines } from '../../../text/animal/pet-texts.js';
import { toWirePet } from '../../../platform/json/wire-json.js';
import { type Animal, shownId, toAnimalRows } from '../../print/animal-rows.js';
import type { Answer } from '../../run/output.js';
import { sayPetAge, toPetAnswer, toWireFoundPet, toWireEntry } from '../../print/pet-answer.js';
import type { Run } from '../../parse/command.js';
import type { Context } from '../../run/context.js';
import { exitCode, type Failure, keepFailure } from '../../run/failure.js';
import { connectionSentence } from '../../../text/connection-sentence.js';
import { isMissing, settledText, type Shown, stateWithIdText } from '../../../text/queue/entry-lines.js';
import { missingFailure } from '../../print/entry-answer.js';

/** Several ids: the exit code is that of the gravest failure. */
const gravity = [exitCode.storage, exitCode.unauthorized, exitCode.unreachable, exitCode.notFound] as const;

/** `petstore get`, but for what `get-saved.ts` can tell. */
export const getAnyAnimals: Run<'offline' | 'results'> = async (input, context) => {
  // One pet is looked up by itself; for several it pays to load them all.
  const { engine } = await context.openSession({ loaded: input.arguments.length > 1 });
  const isOffline = input.has('offline');
  /** Why an animal of the saved copy is shown; empty if that was asked for. */
  const why = (): string => {
    const { connection } = engine.snapshot();
    return isOffline || connection.state === 'online' ? '' : ` ${connectionSentence(connection)}`;
  };
  const look = async (text: string): Promise<Shown> => {
    const id = parseAnimalId(text);
    const found = await engine.find(id ?? { localId: text }, { offline: isOffline, signal: context.signal });
    if (isMissing(found)) {
      throw missingFailure(found, { isOffline });
    }

    return found;
  };
  if (input.arguments.length === 1 && !input.has('results')) {
    const found = await look(input.arguments[0] ?? '');
    await context.output.print(await toAnswer(found, context));
    sayAge([found], why(), context);
    return exitCode.done;
  }

  const results: (Shown | NotShown)[] = [];
  for (const id of input.arguments) {
    results.push(await look(id).catch((error: unknown) => ({ id, failure: keepFailure(error) })));
  }

  return await printAll(results, why(), context);
};

type NotShown = { readonly id: string; readonly failure: Failure };

async function toAnswer(found: Shown, context: Context): Promise<Answer> {
  const labels = chosenLabels(await context.openHome());
  if (!('entry' in found)) {
    return toPetAnswer(found, labels);
  }

  const { entry } = found;
  const state = found.type === 'queued' ? stateWithIdText(entry) : settledText(found);
  return {
    json: toWireFound(found),
    items: [toWireEntry(entry)],
    screen: { lines: [`ID        ${shownId(entry)}`, ...petLines(entry, labels), `State     ${state}`] },
    rows: toAnimalRows([entry]),
  };
}

function toWireFound(found: Shown): object {
  return 'entry' in found ? { queued: toWireEntry(found.entry) } : toWireFoundPet(found);
}

/** With its id, a number if it is a pet's, so that a script knows which of several it was. */
function toWireMissing({ id, failure }: NotShown): object {
  const named = parseAnimalId(id);
  return { id: named && 'petId' in named ? rawInteger(named.petId) : (named?.localId ?? id), error: failure.problem };
}

async function printAll(results: readonly (Shown | NotShown)[], why: string, context: Context): Promise<number> {
  const { output } = context;
  const found = results.filter((result): result is Shown => !('failure' in result));
  const failures = results.flatMap((result) => ('failure' in result ? [result.failure] : []));
  const animals = found.map((result): Animal => ('entry' in result ? result.entry : result.pet));
  const rows = toAnimalRows(animals);
  const labels = chosenLabels(await context.openHome());
  await output.print({
    json: { results: results.map((result) => ('failure' in result ? toWireMissing(result) : toWireFound(result))) },
    items: results.map((result) => {
      if ('failure' in result) {
        return toWireMissing(result);
      }

      return 'entry' in result ? toWireEntry(result.entry) : (toWirePet(result.pet) as object);
    }),
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
  sayAge(found, why, context);
  output.warn(...failures.map(({ problem }) => `petstore: ${problem.message}`));
  return gravity.find((exit) => failures.some((failure) => failure.exit === exit)) ?? exitCode.done;
}

function sayAge(found: readonly Shown[], why: string, context: Context): void {
  const saved = found.filter((result) => 'pet' in result && result.source === 'cache');
  for (const result of found) {
    if ('pet' in result) {
      // The reason once, after the last of them.
      sayPetAge(result, result === saved.at(-1) ? why : '', context);
    } else if (result.type === 'former') {
      context.output.warn(`${result.entry.localId}: ${settledText(result)}.`);
    } else if (result.type === 'queued' && result.entry.state === 'discarded') {
      const { localId } = result.entry;
      context.output.say(`${localId} is discarded; \`petstore queue restore ${localId}\` brings it back.`);
    }
  }
}
