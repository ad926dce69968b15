import { chosenLabels } from '../../../app/home.ts';
import type { CategoryLabels } from '../../../domain/category-labels.ts';
import { type Entry, parseAnimalId } from '../../../domain/entry.ts';
import { findWaits } from '../../../domain/waits.ts';
import { rawInteger, toWirePet } from '../../../platform/json/json.ts';
import { idOf, type PetOrEntry } from '../../../text/animal/pet-texts.ts';
import { petFacts, sayPetAge, toAnimalRows, toAnimalTable, toWireFoundPet, toWireEntry } from '../../print/animals.ts';
import { type Fact, toFactLines } from '../../run/output.ts';
import type { Run } from '../../parse/command.ts';
import type { Context } from '../../run/context.ts';
import { exitCode, type Failure, keepFailure } from '../../run/failure.ts';
import { connectionSentence } from '../../../text/connection-sentence.ts';
import { isMissing, settledText, type Shown, stateWithIdText } from '../../../text/queue/found-text.ts';
import { missingFailure } from '../../print/entry-answer.ts';

/** Several ids: the exit code is that of the gravest failure. */
const gravity = [exitCode.storage, exitCode.unauthorized, exitCode.unreachable, exitCode.notFound] as const;

/** `petstore get`, but for what `get-saved.ts` can tell. */
export const getAnyAnimals: Run<'offline'> = async (input, context) => {
  const { engine } = await context.openSession();
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
      throw missingFailure(found, { isOffline, now: context.clock.now() });
    }

    return found;
  };
  const isOne = input.arguments.length === 1;
  const results: (Shown | NotShown)[] = [];
  for (const id of input.arguments) {
    const looked = look(id);
    results.push(await (isOne ? looked : looked.catch((error: unknown) => ({ id, failure: keepFailure(error) }))));
  }

  const { output } = context;
  const found = results.filter((result): result is Shown => !('failure' in result));
  const failures = results.flatMap((result) => ('failure' in result ? [result.failure] : []));
  const animals = found.map((result): PetOrEntry => ('entry' in result ? result.entry : result.pet));
  const labels = chosenLabels(await context.openHome());
  const waitOf = findWaits(engine.snapshot().entries, context.clock.now());
  const toWireQueued = (entry: Entry): object => toWireEntry(entry, waitOf(entry));
  const toWireFound = (result: Shown): object =>
    'entry' in result ? { queued: toWireQueued(result.entry) } : toWireFoundPet(result);
  const wires = results.map((result) => ('failure' in result ? toWireMissing(result) : toWireFound(result)));
  await output.print({
    json: isOne && wires[0] ? wires[0] : { results: wires },
    items: results.map((result, index) => {
      const item = 'pet' in result ? toWirePet(result.pet) : wires[index];
      return 'entry' in result ? toWireQueued(result.entry) : (item ?? {});
    }),
    screen: isOne && found[0] ? { lines: toFactLines(factsOf(found[0], labels)) } : toAnimalTable(animals, labels),
    csv: toAnimalRows(animals, labels),
  });
  sayAge(found, why(), context);
  output.warn(...failures.map(({ problem }) => `petstore: ${problem.message}`));
  return gravity.find((exit) => failures.some((failure) => failure.exit === exit)) ?? exitCode.done;
};

type NotShown = { readonly id: string; readonly failure: Failure };

function factsOf(found: Shown, labels: CategoryLabels): readonly Fact[] {
  const animal = 'entry' in found ? found.entry : found.pet;
  const facts: readonly Fact[] = [['ID', idOf(animal)], ...petFacts(animal, labels)];
  if (!('entry' in found)) {
    return facts;
  }

  return [...facts, ['State', found.type === 'queued' ? stateWithIdText(found.entry) : settledText(found)]];
}

/** With its id, a number if it is a pet's, so that a script knows which of several it was. */
function toWireMissing({ id, failure }: NotShown): object {
  const named = parseAnimalId(id);
  return { id: named && 'petId' in named ? rawInteger(named.petId) : (named?.localId ?? id), error: failure.problem };
}

function sayAge(found: readonly Shown[], why: string, context: Context): void {
  const saved = found.filter((result) => 'pet' in result && result.source === 'cache');
  for (const result of found) {
    if ('pet' in result) {
      // The reason once, after the last of them.
      sayPetAge(result, result === saved.at(-1) ? why : '', context);
    } else if (result.type === 'former') {
      context.output.warn(`${result.entry.localId}: ${settledText(result)}.`);
    } else if (result.entry.elsewhere !== undefined) {
      context.output.warn(`${result.entry.localId}: ${stateWithIdText(result.entry)}.`);
    } else if (result.type === 'queued' && result.entry.state === 'discarded') {
      const { localId } = result.entry;
      context.output.say(`${localId} is discarded; \`petstore queue restore ${localId}\` brings it back.`);
    }
  }
}
