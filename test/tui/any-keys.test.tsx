/**
 * Whatever is pressed wherever: the window is always filled by a frame that fits, and nothing is sent that nobody
 * confirmed.
 */
import test from 'ava';
import type { Int64 } from '../../source/domain/int64.ts';
import { cellWidth } from '../../source/platform/text/terminal-text.ts';
import { createRandom } from '../helpers/fault-service/seeded-random.ts';
import { renderApp } from '../helpers/render-app.tsx';
import { keys } from '../helpers/terminal.ts';
import { howMany } from '../helpers/tier.ts';
import { makePets } from './fixture/scene.ts';

const named = [
  keys.up,
  keys.down,
  keys.left,
  keys.right,
  keys.home,
  keys.end,
  keys.pageUp,
  keys.pageDown,
  keys.delete,
  keys.enter,
  keys.enter,
  keys.tab,
  keys.shiftTab,
  keys.backspace,
];
const controls = Array.from('abdefhklnprstuvwxy', (letter) => keys.ctrl(letter));
const letters = Array.from('aegGjkhmnRdDsSruyYnq/?:123 zé0');
const typed = [
  'offline\r',
  'resume\r',
  'doctor\r',
  'help\r',
  '42\r',
  'q-1\r',
  keys.paste('pasted\ntext \u001B[2J'),
  'ポチ🐶',
  '\u001B[1;5C',
  '\u001B]11;rgb:0/0/0\u0007',
  '\u001BOP',
  '\u0000',
];
const sizes = [
  [80, 24],
  [40, 15],
  [120, 40],
  [40, 10],
  [39, 9],
  [12, 3],
  [61, 19],
] as const;
/** A name that is nothing but trouble. */
const trouble = `\u001B]52;c;eA==\u0007\u202E${'👨‍👩‍👧e\u0301\u200B'.repeat(200)}`;

const steps = howMany(60, 20_000);

for (const seed of [1, 2, 3, 4]) {
  test(`any keys on any screen at any size (${seed})`, async (t) => {
    const random = createRandom(seed);
    const pick = <Value,>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)] as Value;
    const app = await renderApp(t, {
      engine: {
        pets: [
          ...makePets(40),
          { id: '9223372036854775807' as Int64, name: trouble, categoryId: '-9223372036854775808' as Int64 },
        ],
      },
    });
    let [columns, rows] = [80, 24];
    const pressed: string[] = [];
    for (let step = 0; step < steps; step += 1) {
      const kind = random();
      if (kind < 0.03) {
        [columns, rows] = pick(sizes);
        app.resize(columns, rows);
        pressed.push(`${columns}x${rows}`);
      } else {
        const key =
          kind < 0.1
            ? pick(typed)
            : kind < 0.35
              ? pick(named)
              : kind < 0.45
                ? pick(controls)
                : kind < 0.5
                  ? '\u001B'
                  : pick(letters);
        app.press(key);
        pressed.push(key);
      }

      app.clock.now += Math.floor(random() * 400);
      // What no key is bound to is passed on in a turn of its own.
      for (let turn = 0; turn < 4; turn += 1) {
        await new Promise((resolve) => setImmediate(resolve));
      }

      const lines = app.lines();
      const where = `seed ${seed}, step ${step}: ${JSON.stringify(pressed.slice(-12))}\n${lines.join('\n')}`;
      t.is(lines.length, rows, where);
      t.true(
        lines.every((line) => cellWidth(line) <= columns),
        where,
      );
      t.notRegex(lines.join(''), /[\p{Cc}\p{Cf}]/u, where);
      t.true(
        columns < 30 || rows < 8 ? lines[0]?.startsWith('Too small') === true : (lines[0]?.length ?? 0) > 0,
        where,
      );
    }
  });
}
