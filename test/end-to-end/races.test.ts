/** Two petstores at once on what they share: whatever was acknowledged is there afterwards. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { howMany } from '../helpers/tier.ts';
import { openCommandWorld } from '../helpers/command-world.ts';
import { runProgram } from '../helpers/program.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

/** Serial, because tests beside each other would only race for the processor. */
const rounds = howMany(2, 500);

test.serial(`two imports of one file at once queue its rows once, ${rounds} times`, async (t) => {
  t.timeout(600_000);
  const { home, run, json } = await openCommandWorld(t);
  const all: string[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const file = join(home, 'animals.csv');
    const names = Array.from({ length: 5 }, (_, row) => `Round ${round} row ${row}`);
    all.push(...names);
    writeFileSync(file, `name,categoryId\n${names.map((name) => `${name},1\n`).join('')}`);
    const both = await Promise.all([run(['import', file]), run(['import', file])]);
    t.deepEqual(both.map(({ code }) => code).toSorted(), [0, 2], both.map(({ stderr }) => stderr).join());
    t.regex(
      both.find(({ code }) => code === 2)?.stderr ?? '',
      /(5 rows were imported on|Another petstore imported rows of this file just now) ?.* No animal was queued/,
    );
  }

  const { entries } = (await json(['queue', '--all'])).json as { entries: { name: string; localId: string }[] };
  t.deepEqual(entries.map(({ name }) => name).toSorted(), all.toSorted());
  t.is(new Set(entries.map(({ localId }) => localId)).size, all.length);
});

test.serial(
  `profiles that are added and settings that are changed at once are all there, ${rounds} times`,
  async (t) => {
    t.timeout(600_000);
    const home = temporaryFolder(t);
    for (let round = 1; round <= rounds; round += 1) {
      // No whole seconds: sixty of them are kept as a minute.
      const timeout = `${1000 * round + 1}ms`;
      const said = await Promise.all([
        ...['a', 'b'].map((name) =>
          runProgram(home, ['profile', 'add', `${name}${round}`, '--base-url', `https://${name}${round}.example/v1`]),
        ),
        runProgram(home, ['config', 'set', 'timeout', timeout]),
      ]);
      t.deepEqual(
        said.map(({ code }) => code),
        [0, 0, 0],
        said.map(({ stderr }) => stderr).join(),
      );
      const config = JSON.parse(readFileSync(join(home, 'config', 'config.json'), 'utf8')) as {
        profiles: Record<string, object>;
        timeout: string;
      };
      t.is(Object.keys(config.profiles).length, 2 * round, `round ${round}`);
      t.is(config.timeout, timeout);
    }
  },
);
