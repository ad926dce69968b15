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
