/**
 * A screen that is left gives back what it took. Yoga's nodes live in WebAssembly, where nothing is collected: those
 * that Ink does not free are there until the end.
 */
import { memoryUsage } from 'node:process';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import test from 'ava';
import Yoga, { type Node } from 'yoga-layout';
import { type RenderedApp, renderApp } from '../helpers/render-app.js';
import { keys } from '../helpers/terminal.js';
import { howMany, row } from '../helpers/tier.js';
import { makePets } from './fixture/scene.js';
import { happenings, leftYesterday } from './fixture/happenings.js';

/** Nodes that were made and not given back. */
let alive = 0;
const create = Yoga.Node.create.bind(Yoga.Node);
Yoga.Node.create = (...args) => {
  const node = create(...args);
  alive += 1;
  const proto = Object.getPrototypeOf(node) as Node;
  if (!Object.hasOwn(proto, 'isCounted')) {
    count(proto);
  }

  return node;
};

/** Every node is of one class; what frees a whole tree frees its nodes one by one. */
function count(proto: Node): void {
  const free = Reflect.get<Node, 'free'>(proto, 'free');
  Object.assign(proto, {
    isCounted: true,
    free(this: Node) {
      alive -= 1;
      free.call(this);
    },
  });
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** One screen after the other, and back to the list at the end; what is typed into forms is dropped. */
const round: readonly string[] = [
  'j',
  keys.enter,
  'j',
  keys.escape,
  '2',
  'G',
  keys.enter,
  keys.escape,
  'gg',
  keys.enter,
  keys.escape,
  'gg',
  '1',
  'jj',
  '1',
  '?',
  'j',
  keys.escape,
  '!',
  'j',
  keys.escape,
  ':',
  'sy',
  keys.escape,
  '/',
  'lu',
  keys.escape,
  'a',
  'Luna',
  '\t',
  '3',
  keys.ctrl('x'),
  keys.escape,
  'gg',
  'd',
  'n',
  ' ',
  '-',
  'p',
  'p',
  'p',
  'gg',
];
const sizes = [
  [80, 24],
  [200, 50],
  [40, 15],
] as const;
const screensOfRound = 14;

/** Walks, and answers what stood on the screens in between. */
async function walk(app: RenderedApp, rounds: number): Promise<ReadonlySet<string>> {
  const seen = new Set<string>();
  for (let index = 0; index < rounds; index += 1) {
    const [columns, rows] = sizes[index % sizes.length] ?? sizes[0];
    app.resize(columns, rows);
    for (const press of round) {
      app.press(press);
      if (press === keys.escape) {
        // Nobody waits 50 ms for the rest of an arrow key: what follows tells that it was Escape.
        app.press(keys.ctrl('l'));
      }

      app.clock.now += 400;
      for (let turn = 0; turn < 3; turn += 1) {
        await new Promise((resolve) => setImmediate(resolve));
      }

      if (index < sizes.length) {
        app.lines().forEach((line) => seen.add(line));
      }
    }

    app.forgetFrames();
    app.engine.asked.splice(0);
  }

  app.resize(80, 24);
  await app.waitFor(/\[All 4\d/);
  return seen;
}

test.serial('screens that are left leave no node and no memory behind', async (t) => {
  t.timeout(howMany(600_000, 60 * 60_000));
  const app = await renderApp(t, { view: leftYesterday, engine: { pets: makePets(40) } });
  app.engine.show({ activities: happenings });
  const screens = howMany(84, 10_000);
  const rounds = Math.ceil(screens / screensOfRound);
  const warm = Math.max(sizes.length, Math.ceil(rounds / 5));
  // The data grows old meanwhile, and the title says so.
  const measure = () => {
    collect();
    collect();
    const { heapUsed, rss } = memoryUsage();
    return {
      nodes: alive,
      heap: heapUsed / 2 ** 20,
      rss: rss / 2 ** 20,
      frame: app
        .lines()
        .join('\n')
        .replace(/\(\d+ \w+ ago\)/, ''),
    };
  };
  const seen = [...(await walk(app, warm))].join('\n');
  for (const screen of [
    /^ #?(40|39|Q-\d)  /m,
    /\[2 Queue/,
    /Did \w+ arrive/,
    /^ Keys: /m,
    /While you were away/,
    /^ :sy/m,
    /^ Filter: lu/m,
    /^ Add an animal/m,
    /Discard .*\?/,
  ]) {
    t.regex(seen, screen);
  }

  const before = measure();
  await walk(app, rounds - warm);
  const after = measure();
  t.log(row('screens', 'Yoga nodes', 'heap', 'rss'));
  t.log(row(warm * screensOfRound, before.nodes, `${before.heap.toFixed(1)} MiB`, `${before.rss.toFixed(0)} MiB`));
  t.log(row(rounds * screensOfRound, after.nodes, `${after.heap.toFixed(1)} MiB`, `${after.rss.toFixed(0)} MiB`));
  t.is(after.frame, before.frame, 'the same screen');
  t.true(before.nodes > 20);
  t.is(after.nodes, before.nodes);
  t.true(after.heap - before.heap < 3, `${(after.heap - before.heap).toFixed(1)} MiB more`);
});
