import test from 'ava';
import type { Int64 } from '../../source/domain/int64.ts';
import type { Pet } from '../../source/domain/pet.ts';
import type { EntryRecord } from '../../source/domain/record.ts';
import { foldEntry } from '../../source/local/queue/fold-entry.ts';
import { glyphsOf } from '../../source/text/glyphs.ts';
import { compareCandidates, factLines } from '../../source/tui/review/review-text.ts';
import { entered } from '../helpers/fake-engine.ts';
import { attempt as attemptBefore } from './fixture/scene.ts';

const at = (minutes: number, seconds = 0): string => new Date(2026, 2, 14, 21, minutes, seconds).toISOString();
const pet: Pet = { id: '22' as Int64, name: 'Milo', categoryId: '2' as Int64 };
const sent = (when: string): EntryRecord => ({ ...attemptBefore(0), at: when });
const problem = { code: 'timeout', message: 'No answer within 30 s.' };
const lost = (attempt: number, when: string): EntryRecord => ({
  kind: 'outcome',
  at: when,
  attempt,
  result: { type: 'unknown', problem },
});
const looked = (when: string): EntryRecord => ({
  kind: 'looked',
  at: when,
  uptime: 0,
  complete: true,
  candidates: [pet],
  couldSettle: true,
});
const review = (when: string): EntryRecord => ({ kind: 'review', at: when, reason: 'Which?', candidates: [pet] });

/** The decision in words. `seenAt`: when the log has seen the candidate first. */
function decisionText(history: readonly EntryRecord[], seenAt?: string): string {
  const entry = foldEntry(entered('Q-1', pet, at(29)), history);
  const context = {
    labels: {},
    width: 100,
    now: Date.parse(at(40)),
    glyphs: glyphsOf('ascii', false, false),
    seenAt: () => seenAt,
  };
  return [...factLines(entry, context), ...compareCandidates(entry, context)]
    .map((line) => line.map(({ text }) => text).join(''))
    .join('\n');
}

const sentAgain: readonly EntryRecord[] = [
  sent(at(29, 49)),
  lost(1, at(30)),
  looked(at(30, 4)),
  { kind: 'adopted', at: at(30, 4), pet, by: 'engine', evidence: 'new' },
  { kind: 'reopened', at: at(33) },
  { kind: 'sent-again', at: at(34) },
  sent(at(34, 8)),
  lost(7, at(34, 10)),
  review(at(34, 12)),
];

test('a decision counts the sendings from the first one on, whatever a person decided in between', (t) => {
  const text = decisionText(sentAgain);
  t.regex(text, /Sent 2 times, first 21:29:49\./);
  t.regex(text, /First seen +21:29:49 +15 s later/);
  t.regex(decisionText(sentAgain.slice(0, 5)), /Sent once, 21:29:49\./);
});

test('a decision says of an animal that was seen before the sending that it was', (t) => {
  const refused: EntryRecord = {
    kind: 'outcome',
    at: at(20, 1),
    attempt: 1,
    result: { type: 'deferred', problem, nextTryAt: at(34) },
  };
  const history = [sent(at(20)), refused, sent(at(34, 8)), lost(3, at(34, 10)), review(at(34, 12))];
  t.regex(decisionText(history, at(30, 8)), /First seen +21:34:08 +4 min before/);
  t.regex(decisionText([...history.slice(0, 2), looked(at(30, 8)), ...history.slice(2)]), /4 min before/);
});

test('a decision counts no try that did not reach the store', (t) => {
  const notSent: EntryRecord = {
    kind: 'outcome',
    at: at(20, 1),
    attempt: 1,
    result: { type: 'not-sent', problem, nextTryAt: at(34) },
  };
  const text = decisionText([sent(at(20)), notSent, sent(at(34, 8)), lost(3, at(34, 10)), review(at(34, 12))]);
  t.regex(text, /Sent once, 21:34:08\./);
});
