/**
 * Explores docs/internals/petstore.tla to its end, in each configuration; then with each clause of the protocol switched
 * off, which must break a promise, and with what docs/guarantees.md excludes. `node tools/model.ts [--history] [NAME...]`: only
 * these, with the shortest history that breaks a promise.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { check_spec_with_options, initSync } from 'tla-checker';
import { type Case, cases, type Constants, quiet } from './model/configurations.ts';

const promises = ['NotDoubled', 'NotLost', 'NotAnothers', 'OneEach', 'AskedOnce'];
const require = createRequire(import.meta.url);

/** What one exploration came to. */
export type Exploration = {
  /** Distinct states: all that there are, unless a promise was broken. */
  readonly states: number;
  /** The first promise that a state breaks. */
  readonly broken: string | undefined;
  /** From how many states no entry can be settled or left to the person any more. */
  readonly stuck: number;
  /** The shortest way to what is broken: each step, and what it changed. */
  readonly history: readonly string[];
};

/** Explores the protocol with these constants, in this thread. */
export function explore({ constants, asksOnce = false }: Case): Exploration {
  initSync({ module: readFileSync(require.resolve('tla-checker/tla_checker_bg.wasm')) });
  const lines = Object.entries({ ...quiet, ...constants }).map(([name, value]) => `  ${name} = ${toTla(value)}`);
  const answer = JSON.parse(
    check_spec_with_options(
      readFileSync(new URL('../docs/internals/petstore.tla', import.meta.url), 'utf8'),
      JSON.stringify({
        cfg_source: `INIT Init\nNEXT Next\nINVARIANTS ${promises.slice(0, asksOnce ? 5 : 4).join(' ')}\nCONSTANTS\n${lines.join('\n')}\n`,
        max_states: 1_000_000,
        max_depth: 10_000,
        allow_deadlock: true,
        export_dot: true,
        dot_mode: 'full',
      }),
    ),
  ) as Answer;
  const broken = promises[Number(/^Invariant (\d+)/.exec(answer.error_message ?? '')?.[1])];
  if (!answer.success && broken === undefined) {
    throw new Error(answer.error_message ?? 'The checker did not say why it ended.');
  }

  const graph = readGraph(answer.dot ?? '');
  return {
    states: answer.states_explored,
    broken,
    stuck: broken === undefined ? countStuck(graph) : 0,
    history: tellHistory(graph),
  };
}

type Answer = {
  readonly success: boolean;
  readonly error_message: string | null;
  readonly states_explored: number;
  readonly dot: string | null;
};

function toTla(value: Constants[keyof Constants]): string {
  if (typeof value === 'boolean') {
    return value ? 'TRUE' : 'FALSE';
  }

  return typeof value === 'object'
    ? `{${value.map((each) => JSON.stringify(each)).join(', ')}}`
    : JSON.stringify(value);
}

/** What the checker draws: every state as text, every step, and those that lead to a broken promise. */
type Graph = { readonly states: readonly string[]; readonly steps: readonly Step[] };
type Step = { readonly from: number; readonly to: number; readonly action: string; readonly isBad: boolean };

function readGraph(dot: string): Graph {
  const states: string[] = [];
  const steps: Step[] = [];
  for (const line of dot.split('\n')) {
    const [, state, label = ''] = /^ {2}s(\d+) \[label="((?:[^"\\]|\\.)*)"/.exec(line) ?? [];
    const [, from, to, rest = ''] = /^ {2}s(\d+) -> s(\d+)(.*);$/.exec(line) ?? [];
    if (state !== undefined) {
      states[Number(state)] = label.replaceAll('\\"', '"');
    } else if (from !== undefined) {
      const action = /label="(\w+)/.exec(rest)?.[1] ?? 'Arrive';
      steps.push({ from: Number(from), to: Number(to), action, isBad: rest.includes('color=red') });
    }
  }

  return { states, steps };
}

function countStuck({ states, steps }: Graph): number {
  const into = Map.groupBy(steps, ({ to }) => to);
  const isEnd = (state: number): boolean => !/state \|-> "(?:queued|sending|checking)"/.test(states[state] ?? '');
  const ending = new Set(states.keys().filter(isEnd));
  for (const state of ending) {
    into.get(state)?.forEach(({ from }) => ending.add(from));
  }

  return states.length - ending.size;
}

function tellHistory({ states, steps }: Graph): readonly string[] {
  return steps
    .filter(({ isBad }) => isBad)
    .map(({ from, to, action }) => {
      const before = new Set(partsOf(states[from]));
      const changed = partsOf(states[to]).filter((part) => !before.has(part));
      return [action, ...changed].join('\n    ');
    });
}

/** Each variable on a line, and each member of a collection of records; what is 0, empty or false is left out. */
function partsOf(state = ''): readonly string[] {
  return state.split('\\n').flatMap((line) => {
    const [name = '', value = ''] = line.split(/=(.*)/s);
    const short = value.replaceAll(/\w+ \|-> (?:0|false|\{\}|<<>>)(?:, )?/g, '').replaceAll(' |-> ', ' ');
    return (short.match(/\[[^[\]]*\]/g) ?? [short]).map(
      (part, at) => `${name}${/^[{]/.test(value) ? '' : ` ${at + 1}`} ${part}`,
    );
  });
}

if (import.meta.main) {
  const names = process.argv.slice(2).filter((name) => name !== '--history');
  for (const each of cases.filter(({ name }) => names.length === 0 || names.includes(name))) {
    const began = performance.now();
    const { states, broken, stuck, history } = explore(each);
    const isAsExpected = (broken !== undefined) === each.breaks && stuck === 0;
    const result = broken === undefined ? (stuck > 0 ? `${stuck} states are stuck` : 'holds') : `breaks ${broken}`;
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    console.log(
      `${isAsExpected ? '' : 'NOT AS EXPECTED: '}${each.name} (${each.about}): ${result}; ${states} states, ${seconds} s`,
    );
    process.exitCode = isAsExpected ? process.exitCode : 1;
    if (process.argv.includes('--history')) {
      history.forEach((step, at) => console.log(`${at + 1}. ${step}`));
    }
  }
}
