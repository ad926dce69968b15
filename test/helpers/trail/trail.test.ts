/**
 * The checker of histories is itself held against histories that it must refuse: each of these broke, or would break, a
 * promise.
 */
import { crc32 } from 'node:zlib';
import test from 'ava';
import type { Int64 } from '../../../source/domain/int64.js';
import type { AttemptResult, EntryRecord, RecordOf } from '../../../source/domain/record.js';
import { publishFile } from '../../../source/platform/files/durable-file.js';
import { createMemoryFileSystem } from '../memory-file-system.js';
import { checkTrail, watchTrails } from './check-trail.js';
import { followDisk } from './follow-disk.js';
import type { Circumstances } from './protocol.js';

const at = '2026-11-22T08:00:00.000Z';
const problem = { code: 'no_answer', message: 'No answer came.' };
const rex = { id: '7' as Int64, name: 'Rex', categoryId: '3' as Int64 };
const other = { ...rex, id: '8' as Int64 };

const entered = (localId = 'Q-1'): EntryRecord => ({
  kind: 'entered',
  at,
  localId,
  store: 'https://store.example/v1',
  body: '{"name":"Rex","categoryId":3}',
  key: 'key-1',
});
const attempt = (change: Partial<RecordOf<'attempt'>> = {}): EntryRecord => ({
  kind: 'attempt',
  at,
  uptime: 1000,
  process: 'p',
  fence: 'fence-1',
  honoured: false,
  credential: 'c',
  ...change,
});
const outcome = (step: number, result: AttemptResult, uptime?: number): EntryRecord => ({
  kind: 'outcome',
  at,
  attempt: step,
  result,
  ...(uptime === undefined ? {} : { uptime }),
});
const unknown = (step: number, change: object = {}): EntryRecord =>
  outcome(step, { type: 'unknown', problem, ...change });
const created = (step: number): EntryRecord => outcome(step, { type: 'created', pet: rex, differences: [] });
const looked = (change: Partial<RecordOf<'looked'>> = {}): EntryRecord => ({
  kind: 'looked',
  at,
  uptime: 100_000,
  complete: true,
  candidates: [],
  ...change,
});
const second = (change: Partial<RecordOf<'looked'>> = {}): EntryRecord =>
  looked({ uptime: 200_000, witness: '9' as Int64, ...change });
const absent = (key = 'key-2'): EntryRecord => ({ kind: 'absent', at, key });
const adopted = (pet = rex, by: 'engine' | 'person' = 'engine'): EntryRecord => ({
  kind: 'adopted',
  at,
  pet,
  by,
  evidence: 'seen',
});
const edited = (key = 'key-2'): EntryRecord => ({ kind: 'edited', at, body: '{"name":"Max","categoryId":3}', key });
const plain = (
  kind: 'held' | 'released' | 'retried' | 'discarded' | 'restored' | 'archived' | 'sent-again',
): EntryRecord => ({ kind, at });
const review: EntryRecord = { kind: 'review', at, reason: 'why', candidates: [] };
const lost = [entered(), attempt(), unknown(1)];
const lostHonoured = [entered(), attempt({ honoured: true }), unknown(1)];

function violations(
  history: readonly (EntryRecord | undefined)[],
  circumstances: Circumstances = {},
): readonly string[] {
  return checkTrail(
    1,
    history.map((record) => ({ record, version: 2 })),
    circumstances,
  ).violations;
}

const good: Readonly<Record<string, readonly (EntryRecord | undefined)[]>> = {
  'sent and answered': [entered(), attempt(), created(1), plain('archived')],
  'not sent, then sent': [
    entered(),
    attempt(),
    outcome(1, { type: 'not-sent', problem, nextTryAt: at }),
    attempt(),
    created(3),
  ],
  'lost and found': [...lost, looked({ candidates: [rex] }), adopted()],
  'lost, absent, and sent again under a new key': [...lost, looked(), second(), absent(), attempt(), created(6)],
  'killed while sending, then looked for': [
    entered(),
    attempt(),
    unknown(1),
    looked(),
    second(),
    absent(),
    attempt(),
    created(6),
  ],
  'sent twice with a key that is honoured': [
    entered(),
    attempt({ honoured: true }),
    unknown(1),
    attempt({ honoured: true }),
    created(3),
  ],
  'one attempt that did nothing does not settle another': [
    entered(),
    attempt({ honoured: true }),
    unknown(1),
    attempt({ honoured: true }),
    outcome(3, { type: 'rejected', problem }),
    looked(),
    second(),
    absent(),
  ],
  'with a person, who sends it again': [...lost, review, plain('sent-again'), attempt(), created(5)],
  'with a person, who knows its id': [...lost, review, adopted(rex, 'person'), { kind: 'disowned', at, petId: rex.id }],
  'set aside, changed, let go': [entered(), plain('held'), edited(), plain('released'), attempt(), created(4)],
  'given up while up for review, and brought back': [...lost, review, plain('discarded'), plain('restored')],
  'answered late, after an adoption': [...lost, looked({ candidates: [rex] }), adopted(), created(1)],
  'a record that cannot be read is looked for': [entered(), undefined, looked(), review],
};

for (const [name, history] of Object.entries(good)) {
  test(`a history is accepted: ${name}`, (t) => t.deepEqual(violations(history), []));
}

const bad: readonly (readonly [
  what: string,
  history: readonly (EntryRecord | undefined)[],
  says: RegExp,
  circumstances?: Circumstances,
])[] = [
  ['sent again without a key that is honoured', [...lost, attempt()], /sends again what may have arrived/],
  [
    'sent again under a key that only the first attempt could rely on',
    [entered(), attempt({ honoured: true }), unknown(1), attempt()],
    /sends again what may have arrived/,
  ],
  [
    'sent again with a key that is honoured for somebody else',
    [entered(), attempt({ honoured: true }), unknown(1), attempt({ honoured: true, credential: 'd' })],
    /sends again what may have arrived/,
  ],
  ['sent again after it arrived', [entered(), attempt(), created(1), attempt()], /sends what is settled/],
  [
    'sent again while the first may be on its way',
    [entered(), attempt(), attempt()],
    /sends again what may have arrived/,
  ],
  [
    'sent again after one refusal of two attempts',
    [
      entered(),
      attempt({ honoured: true }),
      unknown(1),
      attempt({ honoured: true }),
      outcome(3, { type: 'rejected', problem }),
      attempt(),
    ],
    /sends again what may have arrived/,
  ],
  ['sent although a person set it aside', [entered(), plain('held'), attempt()], /sends what a person set aside/],
  ['sent although a person gave it up', [entered(), plain('discarded'), attempt()], /follows a discard/],
  [
    'sent although the store refused it',
    [entered(), attempt(), outcome(1, { type: 'rejected', problem }), attempt()],
    /sends what is refused/,
  ],
  ['sent while a person decides', [...lost, review, attempt()], /sends again/],
  ['sent after a record that cannot be read', [entered(), undefined, attempt()], /may have been an attempt/],
  ['absent after a look without a witness', [...lost, looked({ isPrompt: true }), absent()], /a later one of ours/],
  [
    'absent without a witness',
    [...lost, looked(), looked({ uptime: 200_000, isPrompt: true }), absent()],
    /a later one of ours/,
  ],
  [
    'absent although the last look shows no witness',
    [...lost, second({ uptime: 100_000 }), looked({ uptime: 200_000 }), absent()],
    /a later one of ours/,
  ],
  [
    'absent by a look that did not see everything',
    [...lost, looked(), second({ complete: false }), absent()],
    /a look at a whole list/,
  ],
  [
    'absent although something like it is there',
    [...lost, looked(), second({ candidates: [rex] }), absent()],
    /shows what may be it/,
  ],
  [
    'absent after a record that cannot be read',
    [...lost, undefined, looked(), second(), absent()],
    /may have been an attempt/,
  ],
  [
    'absent although the service took it in',
    [entered(), attempt(), unknown(1, { applied: true }), looked(), second(), absent()],
    /said that it took the animal in/,
  ],
  ['absent under the key of before', [...lost, looked(), second(), absent('key-1')], /key that was used before/],
  ['absent without ever having been sent', [entered(), absent()], /without an attempt/],
  [
    'refused after a single refusal that nobody signed',
    [
      entered(),
      attempt(),
      unknown(1, { refusal: 403, problem: { ...problem, status: 403 } }),
      looked(),
      second(),
      { kind: 'absent', at, key: 'key-2', refusal: problem },
    ],
    /after 1 answers that were errors/,
  ],
  [
    'two looks in a row',
    [...lost, looked({ uptime: 61_000 }), second({ uptime: 62_000 })],
    /the settle time is 60000 ms/,
    { settleMs: 60_000 },
  ],
  [
    'a look before the settle time is over',
    [entered(), attempt(), outcome(1, { type: 'unknown', problem }, 30_000), looked({ uptime: 61_000 })],
    /the settle time is 60000 ms/,
    { settleMs: 60_000 },
  ],
  ['adopted without a look', [...lost, adopted()], /without a look/],
  ['adopted though there are two', [...lost, looked({ candidates: [rex, other] }), adopted()], /not the one candidate/],
  [
    'adopted though it is not what was seen',
    [...lost, looked({ candidates: [other] }), adopted()],
    /not the one candidate/,
  ],
  [
    'adopted without a fence',
    [entered(), attempt({ fence: null }), unknown(1), looked({ candidates: [rex] }), adopted()],
    /nobody knows what the service held/,
  ],
  [
    'adopted though it was there before',
    [entered(), attempt({ twins: [rex.id] }), unknown(1), looked({ candidates: [rex] }), adopted()],
    /was there before/,
  ],
  [
    'adopted though that part of the fence was old',
    [entered(), attempt({ freshAbove: rex.id }), unknown(1), looked({ candidates: [rex] }), adopted()],
    /that part of the list was old/,
  ],
  [
    'adopted though it was not there at once',
    [...lost, { kind: 'glanced', at, ids: [] }, looked({ candidates: [rex] }), adopted()],
    /not there right after/,
  ],
  [
    'adopted though a person said that it is another',
    [
      ...lost,
      looked({ candidates: [rex] }),
      adopted(),
      { kind: 'disowned', at, petId: rex.id },
      looked({ candidates: [rex] }),
      adopted(),
    ],
    /takes #7 for it|looks for an animal/,
  ],
  [
    'taken back from an animal that the service itself named',
    [entered(), attempt(), created(1), { kind: 'disowned', at, petId: rex.id }],
    /not found under it/,
  ],
  [
    'the bytes of before sent again after it was changed',
    [...lostHonoured, edited(), attempt({ honoured: true })],
    /sends what a person replaced/,
  ],
  ['changed under the key of before', [entered(), edited('key-1')], /key that was used before/],
  ['changed after it arrived', [entered(), attempt(), created(1), edited()], /changes what is settled/],
  [
    'sent again after it was set aside while it may have arrived',
    [...lostHonoured, plain('held'), attempt({ honoured: true })],
    /sends what a person set aside/,
  ],
  [
    'sent again after it was given up while it may have arrived',
    [...lostHonoured, plain('discarded'), attempt({ honoured: true })],
    /follows a discard of what may have arrived/,
  ],
  ['let go without being held', [entered(), plain('released')], /not set aside/],
  ['brought back without being given up', [entered(), plain('restored')], /not given up/],
  ['sent again at a risk that nobody took', [entered(), plain('sent-again')], /not up for review/],
  ['an outcome of what was no attempt', [entered(), created(0)], /which is no attempt/],
  ['put away while it waits', [entered(), plain('archived')], /puts away what is waiting/],
  [
    'changed after the archive',
    [entered(), plain('discarded'), plain('archived'), plain('restored')],
    /follows the archive/,
  ],
  ['entered twice', [entered(), entered()], /entered once/],
  ['without its beginning', [attempt()], /begins with "attempt"/],
];

for (const [what, history, says, circumstances] of bad) {
  test(`a history is refused: ${what}`, (t) => {
    const [violation = 'nothing'] = violations(history, circumstances);
    t.regex(violation, says);
  });
}

test('two animals that could be taken for each other are never on their way together', (t) => {
  const watch = watchTrails();
  for (const [number, step, record] of [
    [1, 0, entered()],
    [2, 0, entered('Q-2')],
    [1, 1, attempt()],
    [1, 2, unknown(1)],
    [2, 1, attempt()],
  ] as const) {
    watch.take({ number, step, record, version: 2 });
  }

  t.regex(watch.report().violations.join(), /while Q-1, which could be taken for it/);
});

test('what is on its way with a key that is honoured is asked about again, also where its like was given up by then and is brought back', (t) => {
  const watch = watchTrails();
  for (const [number, step, record] of [
    ...[entered(), attempt(), unknown(1), review, plain('discarded')].map((each, index) => [1, index, each] as const),
    ...[entered('Q-2'), attempt({ honoured: true }), unknown(1)].map((each, index) => [2, index, each] as const),
    [1, 5, plain('restored')],
    [2, 3, attempt({ honoured: true })],
  ] as const) {
    watch.take({ number, step, record, version: 2 });
  }

  t.deepEqual(watch.report().violations, []);
});

test("what a search found is not absent because a later one does not show it, unless it is another one's", (t) => {
  const vanished = [...lost, looked({ candidates: [rex] }), second(), absent()];
  const report = (others: readonly EntryRecord[]) => {
    const watch = watchTrails();
    for (const [number, history] of [others, vanished].entries()) {
      for (const [step, record] of history.entries()) {
        watch.take({ number, step, record, version: 2 });
      }
    }

    return watch.report().violations.join();
  };
  t.regex(report([]), /calls it absent although a look found #7, which belongs to nobody/);
  t.is(
    report([{ ...entered('Q-2'), body: '{"name":"Max","categoryId":3}' } as EntryRecord, attempt(), created(1)]),
    '',
  );
});

test('a witness was sent two settle times after the animal that is looked for, in the same start of the machine', (t) => {
  const report = (sentAt: number, boot?: string): string => {
    const watch = watchTrails({ settleMs: 60_000 });
    const later = [
      { ...entered('Q-2'), body: '{"name":"Max","categoryId":3}' } as EntryRecord,
      attempt({ uptime: sentAt, ...(boot ? { boot } : {}) }),
      created(1),
    ];
    for (const [number, history] of [lost, later, [looked({ uptime: 300_000, witness: rex.id })]].entries()) {
      for (const [step, record] of history.entries()) {
        watch.take(number === 2 ? { number: 0, step: 3, record, version: 3 } : { number, step, record, version: 3 });
      }
    }

    return watch.report().violations.join();
  };
  t.regex(report(120_999), /takes #7 for a witness/);
  t.is(report(121_000), '');
  t.is(report(5, 'another'), '', 'nobody can compare those');
});

test('what an earlier version of the store proved by a second opinion stands', (t) => {
  const history = [...lost, looked(), looked({ uptime: 200_000, isSecondOpinion: true }), absent()];
  t.deepEqual(
    checkTrail(
      1,
      history.map((record) => ({ record, version: 2 })),
    ).violations,
    [],
  );
});

test('what version 1 of the store proved by two looks stands', (t) => {
  const history = [...lost, looked(), looked({ uptime: 200_000 }), absent()].map((record) => ({ record, version: 1 }));
  t.deepEqual(checkTrail(1, history).violations, []);
});

test('a number whose record was moved out of the queue, as that of an import that was not finished, may be given again', async (t) => {
  const disk = createMemoryFileSystem();
  const trails = followDisk(disk);
  await disk.makeFolder('/store');
  await disk.makeFolder('/store/queue');
  await disk.makeFolder('/store/imports');
  const data = JSON.stringify(entered());
  const publish = () =>
    publishFile(
      disk,
      '/store/queue/1.0.json',
      `{"version":2,"checksum":"${crc32(data).toString(16).padStart(8, '0')}","data":${data}}\n`,
    );
  await publish();
  await disk.rename('/store/queue/1.0.json', '/store/imports/taken-1.json');
  await publish();
  t.deepEqual(trails.report().violations, []);
});
