/** One word for each state: what the reference promises is what JSON, the shell and the screens print. */
import { readFileSync } from 'node:fs';
import test from 'ava';
import { connectionStates } from '../../source/domain/connection.ts';
import type { Int64 } from '../../source/domain/int64.ts';
import type { EntryRecord } from '../../source/domain/record.ts';
import { openWorldHere } from '../helpers/command-world.ts';
import { entered } from '../helpers/fake-engine.ts';
import { renderApp } from '../helpers/render-app.tsx';
import { at, attempt, created, lost, outcome } from '../tui/fixture/scene.ts';

/** The words at the start of the rows of a section's tables. */
function wordsOf(section: string): readonly string[] {
  const reference = readFileSync('docs/reference.md', 'utf8');
  const [, text = ''] = reference.split(`\n## ${section}\n`);
  const [own = ''] = text.split('\n## ');
  return [...own.matchAll(/^\| `([\w-]+)` \|/gmu)].map(([, word = '']) => word);
}

const promised = wordsOf('States');
const byName = (words: Iterable<string>): readonly string[] => [...words].sort();

test('the states of the reference are those of --json, and of tables for people and for programs', async (t) => {
  const { run, json, service } = await openWorldHere(t);
  const patient = { env: { PETSTORE_SETTLE: '1m' } };
  const add = (name: string, ...more: readonly string[]) =>
    run(['add', '--name', name, '--category', '7', ...more], patient);
  await add('Created');
  service.next('400');
  await add('Rejected');
  service.next('drop-then-insert');
  await add('Review');
  service.release();
  service.insert({ name: 'Review', categoryId: 7 });
  await run(['sync', '--timeout', '20s']);
  service.next('drop');
  await add('Checking');
  for (const name of ['Queued', 'Held', 'Discarded']) {
    await add(name, '--no-wait');
  }

  await run(['queue', 'hold', 'Q-6']);
  await run(['queue', 'discard', 'Q-7', '--yes']);
  type Told = { readonly localId: string; readonly name: string; readonly state: string };
  const { entries } = (await json(['queue', '--all'])).json as { readonly entries: readonly Told[] };
  // That one lasts as long as a request.
  t.deepEqual(byName(['sending', ...entries.map(({ state }) => state)]), byName(promised));
  const table = (await run(['queue', '--all', '--format', 'table'])).stdout.split('\n');
  const programs = (await run(['queue', '--all'])).stdout.split('\n');
  for (const { localId, name, state } of entries) {
    t.is(name.toLowerCase(), state);
    t.regex(table.find((line) => line.startsWith(localId)) ?? '', new RegExp(`^\\S+ +${name} +7 +${state} `, 'u'));
    t.is(programs.find((line) => line.startsWith(localId))?.split('\t')[5], state);
    t.regex((await run(['queue', 'show', localId])).stdout, new RegExp(`^  State     ${state}(?: \\(#1\\))?$`, 'mu'));
  }

  const { queue } = (await json(['status'])).json as { readonly queue: object };
  t.deepEqual(byName([...Object.keys(queue), 'created', 'discarded']), byName(promised));
});

test('the states of the reference are those of the list in the app', async (t) => {
  const refused = outcome({ type: 'rejected', problem: { code: 'invalid', message: 'No.', status: 400 } });
  const histories: Readonly<Record<string, readonly EntryRecord[]>> = {
    queued: [],
    sending: [attempt(1)],
    checking: [attempt(1), lost()],
    rejected: [attempt(1), refused],
    review: [attempt(1), lost(), { kind: 'review', at, reason: 'Two are like it.', candidates: [] }],
    held: [{ kind: 'held', at }],
    created: [attempt(1), created('4711', 'A created one')],
  };
  const shown = Object.keys(histories);
  t.deepEqual(byName([...shown, 'discarded']), byName(promised), 'the list leaves out what was discarded');
  const app = await renderApp(t, {
    engine: {
      entries: Object.entries(histories).map(([state, records], index) => [
        entered(`Q-${index + 1}`, { name: `A ${state} one`, categoryId: '2' as Int64 }, at),
        ...records,
      ]),
    },
  });
  app.press('2');
  for (const state of shown) {
    await app.waitFor(new RegExp(` A ${state} one +${state} `, 'u'));
  }
});

test('each state of the connection that is a trouble stands in the reference', (t) => {
  const troubles = connectionStates.filter((state) => state !== 'online' && state !== 'connecting');
  const listed = wordsOf('When something is wrong');
  t.deepEqual(
    troubles.filter((state) => !listed.includes(state)),
    [],
  );
});
