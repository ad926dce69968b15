/** What becomes of each animal of a file: the one decision of shell and app, made before they queue any of it. */
import { isWaiting, localIdForm, matchingKey } from '../../domain/entry.ts';
import { parseInt64 } from '../../domain/int64.ts';
import type { NewPet } from '../../domain/pet.ts';
import { isSamePet } from '../../domain/pet/compare-pets.ts';
import type { Engine, Snapshot } from '../../sync/api.ts';
import { type Fate, type ImportPlan, isFresh } from './fate.ts';
import type { FileAnimal } from './read-animals.ts';
import { reasonTexts } from './report.ts';
import { placeText } from './rows.ts';

/** Rows that are known are left out, or queued once more. Undefined: a person is asked. */
export type ImportMode = 'new' | 'again' | undefined;

/**
 * `engine`: undefined if there is no store to compare with. `refused`: why none of it is queued, and the ways on.
 */
export async function planImport(
  engine: Pick<Engine, 'snapshot' | 'compareImport'> | undefined,
  animals: readonly FileAnimal[],
  mode: ImportMode,
): Promise<ImportPlan | { readonly refused: readonly string[] }> {
  if (engine === undefined || mode === 'again') {
    return { animals: animals.map((animal) => ({ ...animal, fate: { type: 'queue' } })) };
  }

  const snapshot = engine.snapshot();
  const byId = findById(animals, snapshot);
  const others = animals.filter((animal) => !byId.has(animal));
  const before = await findBefore(engine, others);
  const alike = findAlike(
    others.filter((animal) => !before.has(animal)),
    snapshot,
  );
  const fateOf = (animal: FileAnimal): Fate =>
    byId.get(animal) ?? before.get(animal) ?? alike.get(animal) ?? { type: 'queue' };
  const plan = { animals: animals.map((animal) => ({ ...animal, fate: fateOf(animal) })) };
  const fresh = plan.animals.filter(isFresh).length;
  return fresh === animals.length || (mode === 'new' && fresh > 0) ? plan : { refused: refusalTexts(plan, fresh) };
}

/** Of a file that lacks its mode, or of which nothing is left. */
function refusalTexts(plan: ImportPlan, fresh: number): readonly string[] {
  const { length } = plan.animals;
  const [first = '', ...others] = reasonTexts(plan);
  const again = `\`--again\` ${fresh > 0 ? `all ${length}` : `queues ${length === 1 ? 'it' : 'them'} once more`}`;
  return [`${first} ${fresh > 0 ? `\`--new\` queues the other ${fresh}, ` : ''}${again}.`, ...others];
}

type Fates = ReadonlyMap<FileAnimal, Fate>;

/** By their ids: those that are there with the same values, and all rows but the first of those that share one. */
function findById(animals: readonly FileAnimal[], { pets, entries }: Snapshot): Fates {
  const known = new Map<string, NewPet>([
    ...pets.map((pet) => [pet.id, pet] as const),
    ...entries.filter(({ state }) => state !== 'discarded').map((entry) => [entry.localId, entry] as const),
  ]);
  const first = new Map<string, FileAnimal>();
  const fates = new Map<FileAnimal, Fate>();
  for (const animal of animals) {
    const { id, pet } = animal;
    const shown = id === undefined ? undefined : toShownId(id);
    const there = shown === undefined ? undefined : known.get(shown);
    const above = id === undefined ? undefined : first.get(id);
    if (shown !== undefined && there && isSamePet(there, pet)) {
      fates.set(animal, { type: 'there', id: shown });
    } else if (above) {
      fates.set(animal, { type: 'same-id', first: above });
    }

    if (id !== undefined && !above) {
      first.set(id, animal);
    }
  }

  return fates;
}

/** An id as lists show it (`42`, `Q-7`); a file may have others. */
function toShownId(id: string): string | undefined {
  return localIdForm.test(id.toUpperCase()) ? id.toUpperCase() : parseInt64(id);
}

async function findBefore(engine: Pick<Engine, 'compareImport'>, animals: readonly FileAnimal[]): Promise<Fates> {
  const { known, corrections, at = '' } = await engine.compareImport(animals.map(({ pet }) => pet));
  const fates: readonly (readonly [row: number, fate: Fate])[] = [
    ...known.map((row) => [row, { type: 'before', at }] as const),
    ...corrections.map(({ row, field }) => [row, { type: 'corrects', field }] as const),
  ];
  return new Map(fates.flatMap(([row, fate]) => (animals[row] ? [[animals[row], fate] as const] : [])));
}

/** Which rows are like another animal: on the store, waiting, or in a row above. */
function findAlike(animals: readonly FileAnimal[], { pets, entries }: Snapshot): Fates {
  const known = new Map([
    ...entries.filter(({ state }) => isWaiting(state)).map((entry) => [matchingKey(entry), entry.localId] as const),
    ...pets.map((pet) => [matchingKey(pet), `#${pet.id}`] as const),
  ]);
  const fates = new Map<FileAnimal, Fate>();
  for (const animal of animals) {
    const key = matchingKey(animal.pet);
    const to = known.get(key);
    if (to === undefined) {
      known.set(key, placeText(animal.place));
    } else {
      fates.set(animal, { type: 'alike', to });
    }
  }

  return fates;
}
