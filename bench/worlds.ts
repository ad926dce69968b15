/**
 * `npm run bench:worlds`: what the engine makes of services that fall short of what one would like, each in histories
 * of its own, with network, disk and clock in memory.
 *
 *     npm run bench:worlds -- [--histories=300] [--world=REGEX] [--seed=1] [--jobs=1] [--look-ups=work|removed|both]
 *     [--reader=program|design] [--findings] [--json]
 *
 * - *lost / doubled / crossed*: animals, by the service's own record; `(+n)`: as many more perhaps, where identical
 *   ones were
 *   entered on purpose.
 * - *asked*: how often sending paused to ask a person (state `changed`), or an entry that was never tried was asked
 *   about.
 * - *review*: entries for a person to decide, in % of the lost answers.
 * - *stuck*: animals that wait for nothing an hour after all is well, or a program that still pauses then.
 *
 * - *in 2030*: with `--look-ups=both`, the same histories where no animal can be looked up by its id, as the contract has
 *   it from 5 December 2030 on: lost/doubled/crossed, asked, review %, stuck. `--look-ups=removed` runs these alone.
 *
 * `--reader=design` reads the answers to a POST as the design has it, whatever `source/client` makes of them.
 */
import { parseArgs } from 'node:util';
import type { Reader } from '../test/campaigns/simulation/read-outcome.js';
import { runWorld, type WorldResult } from '../test/campaigns/worlds/run-world.js';
import { worlds } from '../test/campaigns/worlds/worlds.js';
import { handOut, serveOrders, sum, toHead, toLine } from './measure/workers.js';

type Totals = {
  readonly world: string;
  readonly results: readonly WorldResult[];
  /** The same histories without look-ups by id. */
  readonly ended?: readonly WorldResult[];
  readonly seconds: number;
};
type Order = {
  readonly world: string;
  readonly histories: number;
  readonly seed: number;
  readonly reader: Reader;
  readonly lookUps: 'work' | 'removed' | 'both';
};

async function live({ world: name, histories, seed, reader, lookUps }: Order): Promise<Totals> {
  const world = worlds.find((each) => each.name === name)!;
  const startedAt = performance.now();
  const liveAll = async (way: 'work' | 'removed'): Promise<readonly WorldResult[]> => {
    const results: WorldResult[] = [];
    for (let number = seed; number < seed + histories; number += 1) {
      results.push(await runWorld(world, number, { reader, lookUps: way }));
    }

    return results;
  };
  const results = await liveAll(lookUps === 'both' ? 'work' : lookUps);
  const ended = lookUps === 'both' ? { ended: await liveAll('removed') } : {};
  return { world: name, results, ...ended, seconds: (performance.now() - startedAt) / 1000 };
}

/** Lost/doubled/crossed, asked, review % and stuck. */
function toVerdict(results: readonly WorldResult[]): readonly string[] {
  const count = (key: 'lost' | 'doubled'): string => {
    const possible = sum(results, (result) => result[key].possible);
    return `${sum(results, (result) => result[key].certain)}${possible > 0 ? ` (+${possible})` : ''}`;
  };
  const lostAnswers = sum(results, (result) => result.lostAnswers);
  const reviews = sum(results, (result) => result.reviews);
  const withoutLoss = reviews > 0 ? `${reviews} of 0` : '-';
  return [
    `${count('lost')}/${count('doubled')}/${sum(results, ({ crossed }) => crossed)}`,
    String(sum(results, ({ asked }) => asked)),
    lostAnswers === 0 ? withoutLoss : String(Math.round((100 * reviews) / lostAnswers)),
    String(sum(results, ({ stuck }) => stuck)),
  ];
}

function toCells({ world, results, ended, seconds }: Totals): readonly string[] {
  return [
    world,
    ...toVerdict(results),
    String(sum(results, ({ animals }) => animals)),
    String(sum(results, ({ lostAnswers }) => lostAnswers)),
    ended ? toVerdict(ended).join(', ') : '',
    seconds.toFixed(0),
  ];
}

const titles = [
  'world',
  'lost/doubled/crossed',
  'asked',
  'review %',
  'stuck',
  'animals',
  'lost answers',
  'in 2030',
  's',
];
const widths = [62, 20, 5, 8, 5, 7, 12, 22, 4];
/** Hands the worlds out to as many processes, and tells of each result in the order of the worlds. */
async function runAll(orders: readonly Order[], jobs: number, tell: (totals: Totals) => void): Promise<void> {
  if (jobs <= 1) {
    for (const order of orders) {
      tell(await live(order));
    }

    return;
  }

  const done = new Map<string, Totals>();
  let told = 0;
  await handOut(import.meta.filename, orders, jobs, (result) => {
    const totals = result as Totals;
    done.set(totals.world, totals);
    for (let next = done.get(orders[told]?.world ?? ''); next; next = done.get(orders[told]?.world ?? '')) {
      tell(next);
      told += 1;
    }
  });
}

const { values } = parseArgs({
  options: {
    histories: { type: 'string', default: '300' },
    world: { type: 'string', default: '' },
    seed: { type: 'string', default: '1' },
    jobs: { type: 'string', default: '1' },
    reader: { type: 'string', default: 'program' },
    'look-ups': { type: 'string', default: 'work' },
    findings: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    worker: { type: 'boolean', default: false },
  },
});

if (values.worker) {
  serveOrders((order) => live(order as Order));
} else {
  const chosen = worlds.filter(({ name }) => new RegExp(values.world, 'iu').test(name));
  const { histories, seed } = { histories: Number(values.histories), seed: Number(values.seed) };
  const lookUps = (['work', 'removed', 'both'] as const).find((way) => way === values['look-ups']);
  if (!lookUps) {
    throw new Error('--look-ups is work, removed or both.');
  }

  const orders = chosen.map(({ name }): Order => ({
    world: name,
    histories,
    seed,
    reader: values.reader === 'design' ? 'design' : 'program',
    lookUps,
  }));
  if (!values.json) {
    console.log(`${chosen.length} worlds, ${histories} histories each, seeds ${seed} to ${seed + histories - 1}\n`);
    console.log(toHead(widths, titles));
  }

  const all: Totals[] = [];
  await runAll(orders, Number(values.jobs), (totals) => {
    all.push(totals);
    if (!values.json) {
      console.log(toLine(widths, toCells(totals)));
    }

    if (values.findings) {
      [...totals.results, ...(totals.ended ?? [])].forEach(
        ({ findings, stuck }, index) =>
          (findings.length > 0 || stuck > 0) &&
          console.log(
            `    seed ${seed + (index % histories)}${index < histories ? '' : ' in 2030'}: ${[...findings, ...(stuck > 0 ? [`${stuck} stuck`] : [])].join('; ')}`,
          ),
      );
    }
  });
  if (values.json) {
    console.log(
      JSON.stringify(
        all.map((totals) => ({ cells: toCells(totals), ...totals })),
        undefined,
        1,
      ),
    );
  }
}
