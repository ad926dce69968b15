import { readFileSync } from 'node:fs';
import test from 'ava';
import { recordSchema } from '../../source/domain/record.js';
import { check, type Promised } from './check.js';
import { type Constant, excluded, rules } from './configurations.js';
import { recall } from './recall.js';
import { readTransitions, records } from './transitions.js';
import { without } from './without.js';

/** Small enough for a few seconds; `npm run model` explores the large ones. */
const small: Readonly<Record<string, Readonly<Record<string, Constant>>>> = {
  'a lost answer, a kill and a person who acts': { Losses: 1, Kills: 1, Acts: 1 },
  'two entries that look the same, and two programs': { Entries: [1, 2], Programs: [1, 2], Alike: true, Losses: 1 },
  'a service that honours keys for a day': { Keys: 'honoured', Forgets: true, Losses: 1, Kills: 1 },
  'a service that honours keys, and a person who wants something else': { Keys: 'honoured', Losses: 2, Acts: 2 },
  'a refusal that is saved late, and a person who acts meanwhile': {
    Programs: [1, 2],
    FullDisks: 1,
    Refuses: 1,
    Acts: 2,
  },
  'refusals with and without an Error body': { BareRefusals: 1, Refuses: 1, Accepts: 1 },
  'a service that rolls back': { Rollbacks: 1, Losses: 1 },
  'a folder that is put back': { PutBacks: 1, Marks: 'outside' },
};

const kept = new Set(readTransitions().map((each) => JSON.stringify(each)));

for (const [about, constants] of Object.entries(small)) {
  test(`the model keeps every promise, and everything can end: ${about}`, (t) => {
    const { graph, ...result } = recall(constants, { withGraph: true });
    t.is(result.broken, undefined, result.trace);
    t.true(result.isComplete, result.cutOff);
    t.is(graph?.states, result.states);
    t.is(graph?.stuck, 0, graph?.example);
    t.deepEqual(
      graph?.transitions.filter((each) => !kept.has(JSON.stringify(each))),
      [],
      'spec/transitions.json lacks them: npm run model -- --write',
    );
  });
}

test('a run that a limit cuts off says so', (t) => {
  t.regex(check({ Losses: 1 }, { mostStates: 20 }).cutOff ?? '', /Max states exceeded/);
  t.regex(check({ Losses: 1 }, { mostSteps: 5 }).cutOff ?? '', /Max depth exceeded/);
  t.false(check({ Losses: 1 }, { mostStates: 20 }).isComplete);
});

/** The others take more than a moment; `npm run model:write` tries them all. */
const slow = new Set(['Claims', 'OneOfAKind', 'UndecidedStays', 'SendBy']);

test('every rule that is switched off breaks its promise', (t) => {
  for (const { rule, promise, constants } of without.filter((each) => !slow.has(each.rule))) {
    t.is(recall({ ...constants, [`Rule${rule}`]: false }, { only: [promise] }).broken, promise, rule);
  }
});

test('what is excluded breaks a promise, so it is excluded for a reason', (t) => {
  for (const { name, constants, breaks = [] } of excluded) {
    t.true(breaks.includes(recall(constants, { only: breaks as readonly Promised[] }).broken ?? ''), name);
  }
});

test('spec/rules.md shows what each rule is for', (t) => {
  const text = readFileSync(new URL('../../spec/rules.md', import.meta.url), 'utf8');
  t.deepEqual(without.map(({ rule }) => rule).sort(), [...rules].sort());
  t.deepEqual(
    without.filter(({ rule }) => !text.includes(`\n## ${rule}\n`)),
    [],
  );
});

/** The kinds of records, and those of outcomes as `outcome created`, as the code's schema has them. */
function kindsOf(schema: unknown): readonly string[] {
  const union = schema as {
    readonly _zod: { readonly innerType: { readonly _zod: { readonly def: { readonly options: readonly Option[] } } } };
  };
  return union._zod.innerType._zod.def.options.flatMap(({ shape }) =>
    shape.kind
      ? shape.result
        ? kindsOf(shape.result).map((result) => `outcome ${result}`)
        : [...shape.kind.def.values]
      : [...(shape.type?.def.values ?? [])],
  );
}

type Option = { readonly shape: { readonly kind?: Literal; readonly type?: Literal; readonly result?: unknown } };
type Literal = { readonly def: { readonly values: readonly string[] } };

test('every kind of record in the code is published by an action of the model, or it is said why not', (t) => {
  const kinds = kindsOf(recordSchema);
  t.true(kinds.includes('entered') && kinds.includes('outcome created') && kinds.length > 20, kinds.join(', '));
  const published = new Set(Object.values(records.actions));
  t.deepEqual(
    kinds.filter((kind) => !published.has(kind) && records.outside[kind] === undefined),
    [],
  );
  t.deepEqual(
    [...published].filter((kind) => !kinds.includes(kind)),
    [],
    'The code knows no such records.',
  );
});

test('every record of the model has a transition, and every action is one of the specification', (t) => {
  const taken = new Set(readTransitions().map(([, record]) => record));
  t.deepEqual(
    [...new Set(Object.values(records.actions))].filter((record) => !taken.has(record)),
    [],
  );
  const text = readFileSync(new URL('../../spec/petstore.tla', import.meta.url), 'utf8');
  t.deepEqual(
    [...Object.keys(records.actions), ...Object.keys(records.withoutRecord)].filter(
      (action) => !new RegExp(`^${action}\\(`, 'm').test(text),
    ),
    [],
  );
});
