import test from 'ava';
import type { Entry } from '../../../source/domain/entry.ts';
import { entryLines } from '../../../source/cli/print/entry-lines.ts';
import { entryAdvice } from '../../../source/tui/words/entry-text.ts';
import type { WaitContext } from '../../../source/text/queue/wait-text.ts';

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

test('of a queued animal it is told what comes before it: a long list that is read, or the others', (t) => {
  const told = (isReading: boolean): string => {
    const entry = { state: 'queued', name: 'Rex', createdAt: '', history: [] } as unknown as Entry;
    const waiting = { sending: { type: 'yes' }, waitOf: () => undefined, isReading } as unknown as WaitContext;
    return entryAdvice(entry, 0, waiting);
  };
  t.is(told(true), 'It is sent once the list is read.');
  t.is(told(false), 'It is sent when its turn comes.');
});

test('everything about an animal tells no next try that is past', (t) => {
  const told = (now: number): string => {
    const nextTryAt = new Date(60_000).toISOString();
    const undecided = { searches: [] };
    const entry = { localId: 'Q-1', name: 'Rex', categoryId: '3', state: 'checking', history: [], attempts: 2 };
    const around = { wait: undefined, blocked: [], hints: (text: string) => text, labels: {} };
    const lines = entryLines({ ...entry, nextTryAt, undecided } as unknown as Entry, { ...around, now });
    return lines.map((line) => (typeof line === 'string' ? line : line.join(''))).join('\n');
  };
  t.regex(told(0), /Tries     2, next at 19[\d-]+ [\d:]+:00$/m);
  t.regex(told(60_000), /Tries     2, next now$/m);
});
