import test from 'ava';
import type { Entry } from '../../../source/domain/entry.ts';
import { entryLines } from '../../../source/cli/commands/queue/read-queue.ts';
import { entryAdvice } from '../../../source/tui/words/entry-text.ts';
import { type WaitContext, whyWaiting } from '../../../source/text/queue/wait-text.ts';
import type { ConnectionState } from '../../../source/domain/connection.ts';
import type { Wait } from '../../../source/domain/waits.ts';

test('a next try is told while it is to come, and not once its time is over', (t) => {
  const told = (now: number): string => {
    const nextTryAt = new Date(60_000).toISOString();
    const entry = { state: 'checking', history: [], nextTryAt, undecided: { searches: [] } } as unknown as Entry;
    return entryAdvice(entry, now, {
      sending: { type: 'yes' },
      keyOf: () => 'Enter',
      lookAt: () => undefined,
    } as unknown as WaitContext);
  };
  t.regex(told(0), /Next try/);
  t.notRegex(told(60_000), /Next try/);
});

test('everything about an animal tells no next try that is past', (t) => {
  const told = (now: number): string => {
    const nextTryAt = new Date(60_000).toISOString();
    const undecided = { searches: [] };
    const entry = { localId: 'Q-1', name: 'Rex', categoryId: '3', state: 'checking', history: [], attempts: 2 };
    const shown = { entry: { ...entry, nextTryAt, undecided } as unknown as Entry, wait: undefined, blocked: [] };
    const lines = entryLines(shown, { hints: (text) => text, labels: {}, now });
    return lines.map((line) => (typeof line === 'string' ? line : line.join(''))).join('\n');
  };
  t.regex(told(0), /Tries     2, next at 19[\d-]+ [\d:]+:00$/m);
  t.regex(told(60_000), /Tries     2, next now$/m);
});

test('of all that an animal waits for, what lasts longest is told: a person, then the network, the store, its own try', (t) => {
  const at = new Date(60_000).toISOString();
  const pause: Wait = { type: 'deferred', until: at };
  const rest: Wait = { type: 'rest', until: at };
  const why = (state: ConnectionState, wait: Wait | undefined, isReading = false): string => {
    const sending = state === 'online' ? { type: 'yes' } : { type: 'no', connection: { state, since: at } };
    const entry = { state: 'queued', nextTryAt: at } as Entry;
    const cause = whyWaiting(entry, { sending, waitOf: () => wait, isReading } as unknown as WaitContext, 0);
    return cause.type === 'wait' ? cause.wait.type : cause.type;
  };
  t.is(why('unauthorized', pause), 'stopped');
  t.is(why('offline', pause), 'unreachable', 'a pause of a store that is out of reach is no promise');
  t.is(why('error', pause), 'deferred');
  t.is(why('error', undefined), 'unreachable');
  t.is(why('online', rest), 'rest');
  t.is(why('online', rest, true), 'next-try', 'its seconds are not counted while a long list is read');
  t.is(why('online', undefined), 'next-try');
});
