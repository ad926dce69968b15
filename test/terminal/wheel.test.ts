/** The wheel of a real terminal, in a form, a decision and a question: it decides and replaces nothing. */
import test from 'ava';
import { scriptArguments } from '../helpers/script.js';
import { keys, openTerminal } from '../helpers/terminal.js';

const fixture = scriptArguments('test/tui/fixture/app.process.ts');

/**
 * A notch in one write. Pieces of one are told by milliseconds, which a loaded machine stretches between two writes of a
 * test: `test/tui/input/key-stream.test.ts` has them, on a clock of its own.
 */
const deliveries = [
  ['three arrows', keys.down.repeat(3)],
  ['five arrows', keys.down.repeat(5)],
] as const;

for (const [how, notch] of deliveries) {
  test.serial(
    `a wheel of ${how} neither fills in, decides nor answers, and Enter then takes what it would have taken before`,
    async (t) => {
      const terminal = openTerminal({ command: process.execPath, args: [...fixture, '120'] });
      t.teardown(() => terminal.close());
      await terminal.waitFor('1 of 124');
      const still = async (): Promise<void> => {
        const before = terminal.screen();
        terminal.press(notch);
        // What comes after it is seen, so the wheel was taken before.
        terminal.press(keys.ctrl('l'));
        terminal.mark();
        await terminal.waitFor(() => terminal.written().includes('\u001B[H\u001B[J'));
        await terminal.drawn();
        t.deepEqual(terminal.screen(), before);
      };

      terminal.press('a', 'Luna', keys.tab, '2');
      await terminal.waitFor(/> Category +2/);
      await still();
      terminal.press(keys.tab);
      await terminal.waitFor(/^> Status .*not set/m);
      await still();
      terminal.press(keys.ctrl('s'));
      const [kept] = (await terminal.waitFor('Queued as Q-5: Luna')).filter((line) => line.includes('Q-5'));
      t.regex(kept ?? '', /Luna +waiting .*Cats +· not set/);

      terminal.press('2');
      // On the row that was added last.
      await terminal.waitFor(/^> +~ +Q-5 .*waiting/m);
      terminal.press('gg');
      await terminal.waitFor(/^>.*review/m);
      terminal.press(keys.enter);
      await terminal.waitFor('Did Milo arrive?');
      await terminal.waitFor(/^> 1 {2}It is #4711 /m);
      await still();
      terminal.press(keys.escape);
      await terminal.waitFor(/^>.*review/m);
      terminal.press('d');
      await terminal.waitFor('y yes');
      terminal.press(notch);
      // A question is deaf for a moment, so that nobody answers it by what they typed before.
      await terminal.waitFor((lines) => {
        terminal.press('n');
        return !lines.some((line) => line.includes('y yes'));
      });
      await terminal.waitFor(/^> +! +Q-2 .*review/m);
      terminal.press(':', 'log');
      await terminal.waitFor(/^│▌ :log /m);
      await still();
      terminal.press(keys.enter);
      await terminal.waitFor('[3 Act');
    },
  );
}
