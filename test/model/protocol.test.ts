/**
 * The model, the relation between records that every history is held against, and the engine's own fold: three accounts
 * of one protocol, written apart. Here they are compared step by step, over every history up to a bound.
 */
import test from 'ava';
import type { Int64 } from '../../source/domain/int64.js';
import type { AttemptResult, EntryRecord, RecordOf } from '../../source/domain/record.js';
import { checkTrail, labelOf } from '../helpers/trail/check-trail.js';
import { isLateOutcome, toModelStep } from '../helpers/trail/model-steps.js';
import { beginTrail, isToldAgain, nameOf, takeStep, type Trail } from '../helpers/trail/protocol.js';
import { isLong } from '../helpers/tier.js';
import { readTransitions } from './transitions.js';

const at = '2026-11-22T08:00:00.000Z';
const problem = { code: 'no_answer', message: 'No answer came.' };
const rex = { id: '7' as Int64, name: 'Rex', categoryId: '3' as Int64 };
const entered: RecordOf<'entered'> = {
  kind: 'entered',
  at,
  localId: 'Q-1',
  store: 'https://store.example/v1',
  body: '{"name":"Rex","categoryId":3}',
  key: 'key-0',
};
const results: readonly AttemptResult[] = [
  { type: 'created', pet: rex, differences: [] },
  { type: 'conflict', pet: rex, problem, resets: 0 },
  { type: 'rejected', problem },
  { type: 'not-sent', problem, nextTryAt: at },
  { type: 'deferred', problem, nextTryAt: at },
  { type: 'unauthorized', problem, nextTryAt: at },
  { type: 'misconfigured', problem, nextTryAt: at },
  { type: 'unknown', problem },
  { type: 'unknown', problem: { ...problem, status: 403 }, refusal: 403 },
  { type: 'unknown', problem, applied: true },
];
const attempts = 2;

/** Whatever could be written next: most of it the protocol refuses. */
function candidates(trail: Trail, step: number): readonly EntryRecord[] {
  const key = `key-${step}`;
  const uptime = step * 100_000;
  const attempt: RecordOf<'attempt'> = {
    kind: 'attempt',
    at,
    uptime,
    process: 'p',
    fence: 'f',
    honoured: false,
    credential: 'c',
  };
  const looked: RecordOf<'looked'> = { kind: 'looked', at, uptime, complete: true, candidates: [] };
  return [
    ...(trail.attempts.size < attempts ? [attempt, { ...attempt, honoured: true }] : []),
    ...[...trail.attempts.keys()].flatMap((made) =>
      results.map((result): EntryRecord => ({ kind: 'outcome', at, attempt: made, result })),
    ),
    looked,
    { ...looked, isSecondOpinion: true },
    { ...looked, candidates: [rex] },
    { kind: 'glanced', at, ids: [rex.id] },
    { kind: 'not-looked', at, problem, nextTryAt: at },
    { kind: 'absent', at, key },
    { kind: 'absent', at, key, refusal: problem },
    { kind: 'adopted', at, pet: rex, by: 'engine', evidence: 'seen' },
    { kind: 'adopted', at, pet: rex, by: 'person', evidence: 'said' },
    { kind: 'disowned', at, petId: rex.id },
    { kind: 'review', at, reason: 'why', candidates: [] },
    { kind: 'edited', at, body: entered.body, key },
    { kind: 'held', at },
    { kind: 'released', at },
    { kind: 'retried', at },
    { kind: 'discarded', at },
    { kind: 'restored', at },
    { kind: 'restored', at, held: true },
    { kind: 'archived', at },
    { kind: 'sent-again', at },
  ];
}

/** What decides how a trail can go on; two that agree in this go on alike. */
function essence(trail: Trail): string {
  const { attempts: made, told, open, looks, keys: _, sentAt: __, notMine, refusals, ...rest } = trail;
  const last = looks.at(-1);
  return JSON.stringify([
    rest,
    // Not at which steps they were made: a history that is longer by steps without effect goes on as the other one.
    [...made.keys()].map((step) => withoutKind(told.get(step))),
    open.map(({ honoured }) => honoured),
    Math.min(looks.length, 2),
    last?.isSecondOpinion,
    last?.candidates.length,
    notMine.length > 0,
    Math.min(refusals, 3),
  ]);
}

/**
 * Nothing else may be said of an attempt once something was said for good, so that trails go on alike whatever it was.
 * The long tier tells them apart all the same.
 */
function withoutKind(said: string | undefined): string | undefined {
  return isLong || said === undefined || said === 'unknown' ? said : 'for good';
}

type Step = { readonly history: string; readonly isLate: boolean };
type Exploration = {
  readonly steps: ReadonlyMap<string, Step>;
  readonly violations: readonly string[];
  readonly histories: number;
};

/**
 * Every step that the protocol takes, in the model's words, each with the shortest history that it ends; and what the
 * fold says to each.
 */
function explore(): Exploration {
  const steps = new Map<string, Step>();
  const violations: string[] = [];
  const first = beginTrail(entered);
  const seen = new Set<string>();
  let edge: readonly { readonly trail: Trail; readonly history: readonly EntryRecord[] }[] = [
    { trail: first, history: [entered] },
    // Refusals that nobody signed matter when there were three of them, which is more attempts than are explored.
    { trail: { ...first, refusals: 2 }, history: [entered] },
  ];
  while (edge.length > 0) {
    const next: { readonly trail: Trail; readonly history: readonly EntryRecord[] }[] = [];
    for (const { trail, history } of edge) {
      for (const record of candidates(trail, history.length)) {
        const taken = takeStep(trail, record, history.length);
        if ('refused' in taken || isToldAgain(trail, record)) {
          continue;
        }

        const longer = [...history, record];
        const taking = [nameOf(trail), labelOf(record), nameOf(taken.to)] as const;
        const step = toModelStep(...taking);
        const mark = essence(taken.to);
        const isFirst = !seen.has(mark);
        if (isFirst || !(steps.has(step) || step in tooRare)) {
          violations.push(...compareWithFold(taken.to, longer));
        }

        steps.set(
          step,
          steps.get(step) ?? { history: longer.map(labelOf).join(', '), isLate: isLateOutcome(...taking) },
        );
        if (isFirst) {
          seen.add(mark);
          next.push({ trail: taken.to, history: longer });
        }
      }
    }

    edge = next;
  }

  return { steps, violations, histories: seen.size };
}

/** What the fold says to a history, but to one of refusals that were not told. */
function compareWithFold({ refusals }: Trail, history: readonly EntryRecord[]): readonly string[] {
  return refusals < 2
    ? checkTrail(
        1,
        history.map((record) => ({ record, version: 2 })),
      ).violations
    : [];
}

/** Steps of histories that no configuration of the model is large enough for, and what one would need. */
const tooRare: Readonly<Record<string, string>> = {
  'discarded > restored > checking':
    'two attempts under an honoured key, an id that was given twice, a discard, and an outcome that a full disk kept back',
};

test('the protocol that histories are held against takes every step of the model and no other, and comes to what the fold comes to', (t) => {
  const modelled = readTransitions()
    .filter(([from]) => from !== 'none')
    .map((step) => step.join(' > '));
  const { steps: taken, violations, histories } = explore();
  t.log(`${histories} histories that go on differently`);
  t.deepEqual(violations.slice(0, 20), [], 'the fold comes to something else');
  t.deepEqual(
    modelled.filter((step) => !taken.has(step)),
    [],
    'the protocol refuses what the model does',
  );
  const more = [...taken]
    .filter(([step, { isLate }]) => !isLate && !modelled.includes(step) && !(step in tooRare))
    .map(([step, { history }]) => `${step}, as in: ${history}`);
  t.deepEqual(more, [], 'the model lacks what the protocol accepts: widen the model, or narrow the protocol');
});
