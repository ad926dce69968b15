/**
 * Every field of an animal goes through every form there is, also one that is added one day: the samples are made from
 * the fields' kinds.
 */
import path from 'node:path';
import test from 'ava';
import { readAnimals } from '../../../source/app/import/read-animals.ts';
import { readCorrection, readFields } from '../../../source/cli/commands/pets/add.ts';
import { createInput } from '../../../source/cli/parse/command.ts';
import { toAnimalRows } from '../../../source/cli/print/animals.ts';
import { toCsvLine } from '../../../source/platform/text/terminal-text.ts';
import type { Int64 } from '../../../source/domain/int64.ts';
import { createMatcher, toSearchText } from '../../../source/domain/search/match-query.ts';
import { parseQuery } from '../../../source/domain/search/query.ts';
import {
  type AnyPetField,
  type NewPet,
  type Pet,
  type PetField,
  petFieldList,
  petFieldNames,
} from '../../../source/domain/pet.ts';
import { findDifferences, isSamePet } from '../../../source/domain/pet/compare-pets.ts';
import { newPetSchema, petSchema, storedPetSchema } from '../../../source/domain/contract.ts';
import { foldEntry } from '../../../source/local/queue/fold-entry.ts';
import { parseJson, serialiseNewPet, serialisePet, toWirePet } from '../../../source/platform/json/json.ts';
import { createSavedPets } from '../../../source/local/saved-pets.ts';
import { createVersionGate } from '../../../source/local/documents/document.ts';
import { diskFileSystem } from '../../../source/platform/files/file-system.ts';
import { readSavedPet } from '../../../source/local/read-saved-pet.ts';
import { parseNewPet } from '../../../source/local/queue/intent.ts';
import { checkNewPet } from '../../../source/service/pets/new-pet.ts';
import { selectPet, insertPet, listPets } from '../../../source/service/pets/pet-repository.ts';
import { openStorage } from '../../../source/service/storage/open-storage.ts';
import { petTexts } from '../../../source/text/animal/pet-texts.ts';
import { openStore } from '../../helpers/open-store.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

/** Two values of each kind, the first one hard to carry. */
const samples: Readonly<Record<AnyPetField['kind']['type'], (field: AnyPetField) => readonly [string, string]>> = {
  text: ({ field }) => [`=${field} “\u{1F408}”, "quoted"\nin two lines`, `${field} of another`],
  integer: () => ['9223372036854775807', '-7'],
  choice: ({ kind }) => [kind.choices![0]!, kind.choices![1]!],
};

const full = {
  id: '9007199254740993' as Int64,
  ...(Object.fromEntries(
    petFieldList.map((each) => [each.field, samples[each.kind.type](each)[0]]),
  ) as unknown as NewPet),
} satisfies Pet;
const { id, ...entered } = full;

function changed(field: PetField): NewPet {
  const declared = petFieldList.find((each) => each.field === field)!;
  return { ...entered, [field]: samples[declared.kind.type](declared)[1] };
}

/** The animal with only what must be set. */
const least = Object.fromEntries(
  petFieldList.filter(({ isOptional }) => !isOptional).map(({ field }) => [field, entered[field]]),
) as unknown as NewPet;

test('an animal comes back from the wire as it was, with every field set and with the least', (t) => {
  for (const pet of [full, { id, ...least }]) {
    t.deepEqual(petSchema.parse(parseJson(serialisePet(pet))), pet);
    t.is(serialisePet(pet), JSON.stringify(toWirePet(pet)));
    t.deepEqual(Object.keys(parseJson(serialisePet(pet)) as object), Object.keys(pet));
  }

  for (const pet of [entered, least]) {
    t.deepEqual(parseNewPet(serialiseNewPet(pet)), pet);
    t.deepEqual(checkNewPet(parseJson(serialiseNewPet(pet))), pet, 'as the service reads it');
  }
});

test('our own documents keep every field, and nothing in them is taken for an animal that is none', (t) => {
  t.deepEqual(storedPetSchema.parse(JSON.parse(JSON.stringify(full))), full);
  t.false(storedPetSchema.safeParse({ ...full, id: 1 }).success);
  for (const field of petFieldNames) {
    t.false(storedPetSchema.safeParse({ ...full, [field]: 1 }).success, field);
    t.false(newPetSchema.safeParse({ ...(parseJson(serialiseNewPet(entered)) as object), [field]: {} }).success, field);
  }
});

test('of an optional field that a service fills oddly nothing is believed, and a required one makes the row no pet', (t) => {
  const sent = parseJson(serialisePet(full)) as object;
  for (const { field, isOptional } of petFieldList) {
    const { [field]: _, ...rest } = full;
    const read = petSchema.safeParse({ ...sent, [field]: {} });
    t.deepEqual(read.success ? read.data : undefined, isOptional ? (rest as Pet) : undefined, field);
  }
});

test('what CSV and NDJSON hold is imported as it was', (t) => {
  const { titles, rows } = toAnimalRows([full, { id: '2' as Int64, ...least }], {});
  const csv = [titles, ...rows].map(toCsvLine).join('\n');
  const read = (text: string) => readAnimals(text, { most: 10, labels: {} }).animals.map(({ pet }) => pet);
  t.deepEqual(read(csv), [entered, least]);
  t.deepEqual(read(serialisePet(full)), [entered]);
});

test('two animals that differ in any one field are not the same, and that field is named', (t) => {
  t.true(isSamePet(entered, { ...entered }));
  for (const { field, word, isOptional } of petFieldList) {
    t.false(isSamePet(entered, changed(field)), field);
    t.deepEqual(findDifferences(entered, changed(field)), [word]);
    if (isOptional) {
      const { [field]: _, ...without } = entered;
      t.deepEqual(findDifferences(without as NewPet, entered), [`default ${word}`]);
    }
  }
});

test('an edited animal has every new field, and none of the old ones that were taken away', (t) => {
  const at = '2026-11-22T06:00:00.000Z';
  const fold = (from: NewPet, to: NewPet) =>
    foldEntry({ kind: 'entered', at, localId: 'Q-1', body: serialiseNewPet(from), key: 'k' }, [
      { kind: 'edited', at, body: serialiseNewPet(to), key: 'k2' },
    ]);
  t.like(fold(least, entered), entered);
  t.like(fold(entered, least), least);
  t.deepEqual(
    petFieldNames.filter((field) => fold(entered, least)[field] !== least[field]),
    [],
  );
});

test('the saved list keeps every field, whichever others are not set', async (t) => {
  const pets: readonly Pet[] = [
    full,
    { id: '2' as Int64, ...least },
    ...petFieldList.flatMap(({ field, isOptional }, index) => {
      const { [field]: _, ...rest } = full;
      return isOptional ? [{ ...rest, id: String(index + 3) } as Pet] : [];
    }),
  ];
  const folder = temporaryFolder(t);
  const saved = createSavedPets(diskFileSystem, folder, createVersionGate());
  await saved.write({ resets: 0, pets, lists: {}, lookedUp: [] });
  t.deepEqual((await saved.read())?.pets, pets);
  for (const pet of pets) {
    t.deepEqual(readSavedPet(folder, pet.id)?.pet, pet);
  }
});

test('the archive keeps every field', async (t) => {
  const folder = temporaryFolder(t);
  const at = '2026-11-22T06:00:00.000Z';
  const files = await openStore(folder);
  await files.queue.enter([entered], at);
  await files.archive.archive(files.queue.entries());
  const again = (await openStore(folder)).archive;
  t.like(await again.find('Q-1'), entered);
});

test('the service keeps every field, in its database and through its own list', async (t) => {
  const storage = await openStorage(path.join(temporaryFolder(t), 'pets.sqlite'), () => undefined);
  const pets = [(await insertPet(storage, entered))!, (await insertPet(storage, least))!];
  t.deepEqual(
    pets.map(({ id: _, ...pet }) => pet),
    [entered, least],
  );
  t.deepEqual((await listPets(storage.openReads(), { limit: 10 }))?.pets, pets);
  t.deepEqual(await selectPet(storage.openReads(), pets[0]!.id), pets[0]);
  await storage.close();
});

test('every field can be entered and corrected by its flag, is found by a search, and is shown under its label', (t) => {
  const flags = (pet: NewPet) =>
    createInput(
      [],
      new Map(
        petFieldList.flatMap(({ field, word }): [string, string][] =>
          pet[field] === undefined ? [] : [[word, pet[field]]],
        ),
      ),
    );
  const givenOf = (pet: NewPet) => Object.fromEntries(petFieldList.map(({ field, word }) => [word, pet[field]]));
  t.deepEqual(readFields(petFieldList, givenOf(entered), {}), { ...entered });
  t.deepEqual(readCorrection(flags(changed('name')), {})(entered), changed('name'));
  for (const { field, word } of petFieldList) {
    t.deepEqual(
      readCorrection(createInput([], new Map([[word, changed(field)[field]!]])), {})(entered),
      changed(field),
      field,
    );
    // A status is found as a whole word only, beside the text that is searched.
    const text = toSearchText(id, entered, {});
    const found =
      field === 'status'
        ? createMatcher(parseQuery(entered[field]!, 0), {})(entered, text)
        : text.includes(entered[field].toLowerCase());
    t.true(found, field);
    t.is(petTexts(entered).find((each) => each.field === field)?.text, entered[field]);
    t.true(petTexts(entered).every(({ label }) => label !== ''));
  }
});
