/** `petstore add` and `petstore import` in a shell, which is this process, while the app is open in another window. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { canFailCalls, failing } from '../helpers/failing-calls/failing-calls.ts';
import { openWorldHere } from '../helpers/command-world.ts';
import { openProgram } from '../helpers/terminal.ts';

test('what is added in a shell while the app is open is sent once, the command tells the outcome, and the app shows it', async (t) => {
  const { home, env, service, json } = await openWorldHere(t);
  const app = openProgram(t, home, { env });
  await app.waitFor(/● as of \d\d:\d\d$/m);

  t.like(await json(['add', '--name', 'Shelly', '--category', '7']), {
    code: 0,
    json: { outcome: 'created', localId: 'Q-1', pet: { id: 1, name: 'Shelly' } },
  });
  await app.waitFor((lines) => lines.some((line) => line.includes('Shelly') && !line.includes('Q-1')));

  // An answer that is lost while both programs look on.
  service.next('insert-then-drop');
  t.like(await json(['add', '--name', 'Lost', '--category', '7']), {
    code: 0,
    json: { outcome: 'created', localId: 'Q-2' },
  });
  await app.waitFor((lines) => lines.some((line) => line.includes('Lost') && !line.includes('Q-2')));

  const file = join(home, 'animals.csv');
  writeFileSync(
    file,
    `name,categoryId,status\n${Array.from({ length: 30 }, (_, number) => `Pet ${number},7,available`).join('\n')}\n`,
  );
  t.like(await json(['import', file]), { code: 0, json: { rows: 30 } });
  await app.waitFor(() => service.inserted().length === 32);
  await app.waitFor((lines) => lines.some((line) => line.includes('Pet 29') && !line.includes('Q-')));
  t.is(new Set(service.insertedNames()).size, 32);

  app.press('q');
  t.is((await app.exit).code, 0);
  t.like(await json(['sync']), { code: 0, json: { created: [], waiting: 0 } });
});

(canFailCalls ? test : test.skip)(
  'without watches, and with the store away, the open app shows what another window queued',
  async (t) => {
    const { home, env, service, json } = await openWorldHere(t);
    // No refresh of the list brings it to light: it is the queue that is looked at.
    const app = openProgram(t, home, { env: { ...env, PETSTORE_REFRESH: '1h', ...failing('watch', 'EMFILE') } });
    await app.waitFor(/● as of \d\d:\d\d$/m);
    await service.stop();
    t.like(await json(['add', '--name', 'Shelly', '--category', '7', '--no-wait']), { code: 0 });
    await app.waitFor((lines) => lines.some((line) => line.includes('Shelly')));
    t.like(await json(['add', '--name', 'Bella', '--category', '7', '--no-wait']), { code: 0 });
    await app.waitFor((lines) => lines.some((line) => line.includes('Bella')));
    t.like(await json(['offline']), { code: 0 });
    await app.waitFor(/Not sent until you go back online/);
  },
);
