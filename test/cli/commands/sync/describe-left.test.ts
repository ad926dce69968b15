import test from 'ava';
import { describeLeft } from '../../../../source/cli/commands/sync/describe-left.js';
import type { Connection } from '../../../../source/domain/connection.js';
import type { Entry, EntryState } from '../../../../source/domain/entry.js';

const left = (states: readonly EntryState[], state: Connection['state'] = 'online', there = '') =>
  describeLeft({ connection: { state, since: '2026-11-21T10:00:00.000Z' }, entries: states.map((each) => ({ state: each }) as Entry) }, there);

test('what waits when the app is left is told in one line, and nothing where nothing waits', (t) => {
  t.is(left([]), undefined);
  t.is(left(['created', 'discarded']), undefined);
  t.is(left(['queued']), '1 animal waits; `petstore sync` or the next start sends it.');
  t.is(left(['queued', 'checking', 'held', 'rejected', 'review', 'created'], 'offline', ' --profile lab'), '2 animals wait; `petstore sync --profile lab` or the next start sees to them. 1 is held. 2 need you (`petstore queue --profile lab`).');
});

test('whoever works offline is told so, also where nothing waits', (t) => {
  t.regex(left(['queued'], 'working-offline') ?? '', /^1 animal waits\. You work offline since .*: nothing is sent or asked\. `petstore online` ends that\.$/);
  t.regex(left([], 'working-offline', ' --profile lab') ?? '', /^You work offline since .*`petstore online --profile lab` ends that\.$/);
});
