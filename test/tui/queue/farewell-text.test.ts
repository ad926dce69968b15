import test from 'ava';
import type { EntryState } from '../../../source/domain/entry.js';
import { foldEntry } from '../../../source/local/queue/fold-entry.js';
import { farewellText } from '../../../source/tui/words/outcome-text.js';
import { makeEntries, sceneTime } from '../fixture/scene.js';

const since = new Date(sceneTime).toISOString();
const [shadow] = makeEntries();
const inState = (...states: readonly EntryState[]) => states.map((state) => ({ ...foldEntry(shadow![0], []), state }));

test('whoever leaves is told in one line what still waits, and what sends it', (t) => {
  const online = { state: 'online', since } as const;
  t.is(farewellText(inState('created', 'discarded'), online, sceneTime), undefined);
  t.is(
    farewellText(inState('queued'), online, sceneTime),
    '1 animal is queued: `petstore sync`, the next start or an open petstore sends it.',
  );
  t.is(
    farewellText(inState('queued', 'checking', 'rejected', 'review', 'held'), online, sceneTime),
    '1 animal is queued, 1 animal is being checked: `petstore sync`, the next start or an open petstore sees to them. 2 animals need you: `petstore queue`. 1 animal is held.',
  );
  t.is(
    farewellText(inState('queued'), { state: 'working-offline', since }, sceneTime),
    '1 animal is queued: offline by choice since 11:05, until `petstore online`.',
  );
  t.is(
    farewellText([], { state: 'working-offline', since }, sceneTime),
    'You are working offline by choice since 11:05, until `petstore online`.',
  );
});

test('whoever leaves while another petstore sends is not told that the next start does', (t) => {
  const online = { state: 'online', since } as const;
  t.is(
    farewellText(inState('queued', 'checking', 'held'), online, sceneTime, true),
    '1 animal is queued, 1 animal is being checked: another petstore is sending them just now. 1 animal is held.',
  );
  t.is(
    farewellText(inState('queued'), { state: 'working-offline', since }, sceneTime, true),
    '1 animal is queued: offline by choice since 11:05, until `petstore online`.',
  );
  const offline = { state: 'offline', since, problem: { code: 'offline', message: 'It is away.' } } as const;
  t.is(
    farewellText(inState('queued'), offline, sceneTime, true),
    '1 animal is queued: `petstore sync`, the next start or an open petstore sends it.',
  );
});
