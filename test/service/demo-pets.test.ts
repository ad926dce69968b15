import { fileURLToPath } from 'node:url';
import test from 'ava';
import { readSeedFile } from '../../source/service/commands/seed-file.js';

test('the example animals are many, of every status and none, in many scripts', (t) => {
  const pets = readSeedFile(fileURLToPath(new URL('../../data/demo-pets.json', import.meta.url)));
  t.true(pets.length >= 60);
  t.is(new Set(pets.map(({ status }) => status)).size, 4);
  t.true(pets.every(({ categoryId }) => Number(categoryId) >= 1 && Number(categoryId) <= 8));
  t.is(new Set(pets.map(({ name }) => name)).size, pets.length);
  for (const script of [
    'Latin',
    'Cyrillic',
    'Greek',
    'Arabic',
    'Hebrew',
    'Han',
    'Hiragana',
    'Hangul',
    'Thai',
    'Devanagari',
  ]) {
    t.true(
      pets.some(({ name }) => new RegExp(`\\p{Script=${script}}`, 'u').test(name)),
      script,
    );
  }

  t.true(
    pets.some(({ name }) => /\p{Emoji_Presentation}\u200d/u.test(name)),
    'an emoji of several joined ones',
  );
});
