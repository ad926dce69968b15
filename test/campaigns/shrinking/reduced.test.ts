/**
 * Stories of people, networks, stores, kills and clocks, of which one that ends badly is made as short as it gets.
 * PETSTORE_SEED=n draws others.
 */
import test from 'ava';
import { howMany, isLong, row, seed } from '../../helpers/tier.js';
import { plantedFaults } from './planted.js';
import { findShortest } from './shrink.js';

for (const { what, planted, keys, seed: first } of plantedFaults) {
  test(`planted: ${what}; it is found`, async (t) => {
    t.regex(
      (await findShortest({ planted, ...(keys ? { keys } : {}), seed: isLong ? seed : first, stories: 3000 })) ?? '',
      /await story/,
    );
  });
}

for (const keys of ['ignored', 'honoured'] as const) {
  test(`no story of forty steps ends badly, keys ${keys}`, async (t) => {
    t.timeout(isLong ? 3_600_000 : 600_000);
    const stories = howMany(30, 10_000);
    const found = await findShortest({ keys, seed, stories });
    t.log(row(`stories, keys ${keys} (seed ${seed})`, `${stories} stories`, found ? '1 violation' : '0 violations'));
    t.is(found, undefined);
  });
}
