/**
 * A little of the long campaigns, which `npm run campaign` takes to their ends: the same cases, fewer and spread. In a
 * history people, networks, services, crashes and clocks are drawn by a seed, and PETSTORE_SEED=n makes the n-th the
 * first one.
 */
import test from 'ava';
import { seed } from '../helpers/tier.ts';
import { runCases } from './parts/campaign.ts';
import { inMemory } from './parts/in-memory.ts';
import { onDisk } from './parts/on-disk.ts';

const campaigns = { ...inMemory, ...onDisk };

for (const [name, title, expected] of [
  ['histories', 'no random history of ordinary services', { animals: 41, kills: 1, inReview: 1 }],
  ['imperfect', 'no random history of imperfect services', { animals: 41, kills: 1, inReview: 1 }],
  ['ways', 'no random history of services with every way of reading', { animals: 21, kills: 1, inReview: 1 }],
  ['power-cuts', 'no power cut at any twelfth moment of a day', { statesAfterACut: 84 }],
  ['kills', 'no kill at steps spread over a life', { kills: 8, animals: 11 }],
] as const) {
  test(`${title} loses, doubles, crosses or pretends anything, or leaves something stuck`, async (t) => {
    t.timeout(600_000);
    const campaign = await campaigns[name]!({ first: seed, scope: t, isQuick: true });
    const { figures, violations } = await runCases(campaign, { name, first: seed, isOver: () => false });
    t.log(name, `seed ${seed}`, ...Object.entries(figures).flat());
    t.deepEqual(violations, []);
    // A campaign in which nothing happens proves nothing.
    for (const [figure, least] of Object.entries(expected)) {
      t.true((figures[figure] ?? 0) >= least, figure);
    }
  });
}
