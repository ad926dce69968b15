/**
 * The main job with the built program and real processes: entered offline, killed, started again, sent exactly once.
 */
import test from 'ava';
import { runJson, startServiceProcess } from '../helpers/program.ts';
import { runHere, runJsonHere } from '../helpers/run-here.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { openProgram } from '../helpers/terminal.ts';

type Listed = {
  pets: { id: number; name: string }[];
  queued: { localId: string; state: string }[];
  complete: boolean;
  source: string;
};
type Queue = { entries: { localId: string; state: string; petId?: number }[] };

test('what was added offline survives a kill of the app and reaches the service exactly once', async (t) => {
  const home = temporaryFolder(t);
  const serviceHome = temporaryFolder(t);
  const first = await startServiceProcess(t, serviceHome);
  const env = { PETSTORE_BASE_URL: first.baseUrl, PETSTORE_API_KEY: first.apiKey };
  t.is((await runHere(home, ['list'], { env })).code, 0);
  await first.stop();

  const added = await runJson(home, ['add', '--name', 'Coco', '--category', '7'], { env });
  t.like(added, { code: 0, json: { outcome: 'queued', localId: 'Q-1', reason: 'offline' } });
  t.like(
    await runJsonHere(home, ['add', '--name', 'Ужик', '--category', '9223372036854775807', '--status', 'pending'], {
      env,
    }),
    { code: 0, json: { localId: 'Q-2' } },
  );

  const app = openProgram(t, home, { env });
  await app.waitFor('Coco');
  await app.waitFor(/○ offline/);
  app.signal('SIGKILL');
  await app.exit;

  const again = openProgram(t, home, { env });
  await again.waitFor(
    (lines) => lines.some((line) => line.includes('Q-1')) && lines.some((line) => line.includes('Q-2')),
  );
  again.press('q');
  t.is((await again.exit).code, 0);

  const second = await startServiceProcess(t, serviceHome, ['--port', String(first.port)]);
  t.is(second.baseUrl, first.baseUrl);
  const synced = await runJson(home, ['sync'], { env });
  t.like(synced, { code: 0, json: { connection: 'online', waiting: 0, refreshed: true } });
  t.is((synced.json['created'] as unknown[]).length, 2);
  t.like(await runJsonHere(home, ['sync'], { env }), { code: 0, json: { created: [], adopted: [], waiting: 0 } });

  const listed = (await runJsonHere(home, ['list'], { env })).json as unknown as Listed;
  t.deepEqual(listed.pets.map(({ name }) => name).sort(), ['Coco', 'Ужик']);
  t.like(listed, { queued: [], complete: true, source: 'service' });

  const { entries } = (await runJsonHere(home, ['queue', 'list'], { env })).json as unknown as Queue;
  t.deepEqual(
    entries.filter(({ state }) => state !== 'created'),
    [],
  );
  const byLocalId = await runHere(home, ['get', 'Q-2', '--json'], { env });
  t.is(byLocalId.code, 0);
  t.regex(byLocalId.stdout, /"categoryId":9223372036854775807/);
  t.regex(byLocalId.stdout, /"name":"Ужик"/);
});
