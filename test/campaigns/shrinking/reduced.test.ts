/**
 * Stories of people, networks, stores, kills and clocks that reduce themselves: one that ends badly is made as short as
 * it gets and printed as a test. PETSTORE_SEED=n draws others.
 */
import test from 'ava';
import { howMany, isLong, row, seed } from '../../helpers/tier.js';
import { plantedFaults } from './planted.js';
import { findShortest, tell, toBody, toTest } from './shrink.js';
import { tellStory } from './story.js';

/** A story of more steps is no story that anybody reads. */
const mostSteps = 12;

for (const { what, planted, keys, seed: first } of plantedFaults) {
  test(`planted: ${what}; it is found, and told in ${mostSteps} steps at most`, async (t) => {
    const found = await findShortest({
      planted,
      ...(keys ? { keys } : {}),
      seed: isLong ? seed : first,
      stories: 3000,
    });
    t.truthy(found);
    t.log(row(what, found!.told, found!.steps.length, found!.findings[0]?.slice(0, 60) ?? ''));
    t.log(`\n${toTest(found!, keys)}`);
    t.true(found!.steps.length <= mostSteps);
    // What is printed can be run, and says the same; with the rule as it is the same story ends well.
    t.deepEqual(await run(toBody(found!.steps, keys), planted), found!.findings);
    t.deepEqual(await tell(found!.steps, keys ? { keys } : {}), []);
  });
}

for (const keys of ['ignored', 'honoured'] as const) {
  test(`no story of forty steps ends badly, keys ${keys}`, async (t) => {
    t.timeout(isLong ? 3_600_000 : 600_000);
    const stories = howMany(30, 10_000);
    const found = await findShortest({ keys, seed, stories });
    t.log(row(`stories, keys ${keys} (seed ${seed})`, `${stories} stories`, found ? '1 violation' : '0 violations'));
    t.is(found && toTest(found, keys), undefined);
  });
}

/** Runs a printed body as a test would, with the broken rule in it; what the assertion at its end was given. */
async function run(body: string, planted: object): Promise<unknown> {
  let given: unknown;
  const assertions = { deepEqual: (actual: unknown) => (given = actual) };
  // oxlint-disable-next-line typescript/no-implied-eval, typescript/no-unsafe-call -- what is printed is to be run as it stands
  await (new Function('t', 'tellStory', `return (async () => {\n${body}\n})();`)(assertions, (options: object = {}) =>
    tellStory({ ...options, planted }),
  ) as Promise<void>);
  return given;
}
