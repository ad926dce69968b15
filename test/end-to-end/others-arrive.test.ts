/** One window looks for an animal while others, elsewhere, add some: what is looked at stays where it is. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { startServiceProcess } from '../helpers/program.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { howMany } from '../helpers/tier.ts';
import { keys, openProgram } from '../helpers/terminal.ts';

/** The line of the row that the cursor is on. */
const rowOf = (lines: readonly string[]): string => lines.find((line) => line.startsWith('>')) ?? '';
/** Where that line is. */
const placeOf = (lines: readonly string[]): number => lines.findIndex((line) => line.startsWith('>'));

// Two pages of them, or as many as a large shelter has.
const count = howMany(161, 10_000);

test(`of ${count} animals, the one at the cursor and the filter stay as they are while others arrive`, async (t) => {
  const folder = temporaryFolder(t);
  const seed = join(folder, 'seed.json');
  writeFileSync(
    seed,
    JSON.stringify(
      Array.from({ length: count }, (_, index) => ({ name: `Pet ${index + 1}`, categoryId: 3, status: 'available' })),
    ),
  );
  const service = await startServiceProcess(t, folder, ['--seed', seed]);
  const looking = openProgram(t, temporaryFolder(t), {
    env: {
      PETSTORE_BASE_URL: service.baseUrl,
      PETSTORE_API_KEY: service.apiKey,
    },
  });
  await looking.waitFor(
    (lines) => lines.some((line) => line.includes(`1 of ${count}`)) && / live\b/.test(lines[0] ?? ''),
  );

  looking.press('jjjj');
  const before = await looking.waitFor(`5 of ${count}`);
  const add = async (name: string): Promise<void> => {
    const { status } = await fetch(`${service.baseUrl}/pets`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name, categoryId: 3 }),
    });
    t.is(status, 201);
  };
  await add('Newcomer');
  const after = await looking.waitFor((lines) => lines.some((line) => /new +\d+ +Newcomer|Newcomer.*new/.test(line)));
  t.is(rowOf(after), rowOf(before));
  t.is(placeOf(after), placeOf(before) + 1);

  // In the middle of a word, with a cursor in it.
  looking.press('/pet 15');
  await looking.waitFor(
    (lines) => lines.some((line) => line.startsWith(' Filter: pet 15')) && looking.cursor().x === 15,
  );
  looking.press(keys.left);
  const typing = await looking.waitFor(() => looking.cursor().x === 14);
  const place = looking.cursor();
  t.true(place.visible);
  await add('Pet 1599 bis');
  const matched = await looking.waitFor((lines) => lines.some((line) => line.includes('Pet 1599 bis')));
  // The columns of a short list are as wide as its rows need, the new one among them.
  t.is(rowOf(matched).replaceAll(/ +/g, ' '), rowOf(typing).replaceAll(/ +/g, ' '));
  t.deepEqual(looking.cursor(), place);
  looking.press('0');
  await looking.waitFor((lines) => lines.some((line) => line.startsWith(' Filter: pet 105')));
  looking.press(keys.escape);
  await looking.waitFor((lines) => lines.some((line) => line.endsWith(`of ${count + 2}`)));
});
