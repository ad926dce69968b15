/**
 * Breaks the parts that decide, one line at a time, and tells which breaks their own tests do not notice. The lines are
 * drawn at random from conditions and truth values, and changed in a copy of the project.
 *
 *     node tools/mutate.ts [--count 30] [--seed N] [--only REGEX]     REGEX: of paths, such as source/client
 *
 * Each is held against the tests of its room, those that stand nearest first, and the first test that notices is named. A
 * break that no test notices is either one that changes nothing, which only a person can tell, or a test that is missing.
 * Exits with 1 where fewer than nine in ten were noticed.
 */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { parseSync, Visitor } from 'rolldown/utils';

/** The rooms that decide, and the tests that are to notice: those that mirror the room, each less than a minute. */
const rooms: Readonly<Record<string, readonly string[]>> = {
  sync: ['test/sync/**'],
  local: ['test/local/**'],
  client: ['test/client/**'],
  domain: ['test/domain/**'],
  // What commands and screens share is mostly told by commands.
  app: ['test/app/**', 'test/cli/commands/**'],
  cli: ['test/cli/**'],
  'service/pets': ['test/service/pets/**', 'test/service/conformance', 'test/service/operator-pets'],
  'tui/list': ['test/tui/list/**', 'test/tui/list', 'test/tui/marks', 'test/tui/mouse'],
  'tui/form': ['test/tui/form/**', 'test/tui/form'],
};

/** One break: the text from one place to another, and what stands there instead. */
type Break = {
  readonly path: string;
  readonly line: number;
  readonly from: number;
  readonly to: number;
  readonly instead: string;
};

const opposites: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '&&': '||',
  '||': '&&',
};

type Span = { readonly start: number; readonly end: number };

/** Every break of a file that is known here. */
function findBreaks(path: string): readonly Break[] {
  const text = readFileSync(path, 'utf8');
  const found: Break[] = [];
  const textOf = ({ start, end }: Span): string => text.slice(start, end);
  const add = ({ start, end }: Span, instead: string): void => {
    found.push({ path, line: text.slice(0, start).split('\n').length, from: start, to: end, instead });
  };
  const negate = ({ test }: { readonly test: Span }): void => add(test, `!(${textOf(test)})`);
  const turn = ({ left, operator }: { readonly left: Span; readonly operator: string }): void => {
    const instead = opposites[operator];
    if (instead !== undefined) {
      const start = text.indexOf(operator, left.end);
      add({ start, end: start + operator.length }, instead);
    }
  };
  const types = new Set<object>();
  new Visitor({
    BinaryExpression: turn,
    LogicalExpression: turn,
    IfStatement: negate,
    ConditionalExpression: negate,
    UnaryExpression(node) {
      if (node.operator === '!') {
        add(node, `(${textOf(node.argument)})`);
      }
    },
    TSLiteralType: ({ literal }) => void types.add(literal),
    Literal(node) {
      if (typeof node.value === 'boolean' && !types.has(node)) {
        add(node, String(!node.value));
      }
    },
  }).visit(parseSync(path, text).program);
  return found;
}

/** The tests of the room that a file is in: those of its own folder, and then the others. */
function findTests(path: string): readonly (readonly string[])[] {
  const [, patterns = []] = Object.entries(rooms).find(([room]) => path.startsWith(`source/${room}/`)) ?? [];
  const tests = patterns
    .flatMap((pattern) => globSync(pattern.endsWith('**') ? `${pattern}/*.test.{ts,tsx}` : `${pattern}.test.{ts,tsx}`))
    .sort();
  const folder = dirname(path).replace('source', 'test');
  const { near = [], far = [] } = Object.groupBy(tests, (test) => (dirname(test) === folder ? 'near' : 'far'));
  return [near, far].filter((each) => each.length > 0);
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function createDraw(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Changes a file of the copy, and the program that the tests of processes start. */
function place(path: string, text: string): void {
  writeFileSync(join(copy, path), text);
  // A break that cannot be built is in the sources all the same.
  spawnSync(process.execPath, ['tools/build.ts'], { cwd: copy });
}

/** The first test of the copy that fails, or what else ended the run; undefined where all pass. */
function findFailure(tests: readonly string[]): string | undefined {
  const { status, signal, stdout } = spawnSync(
    process.execPath,
    ['node_modules/ava/entrypoints/cli.js', '--fail-fast', '--timeout=2m', ...tests],
    {
      cwd: copy,
      encoding: 'utf8',
      env: { ...process.env, FORCE_COLOR: '0', NODE_OPTIONS: '' },
      timeout: 15 * 60_000,
      killSignal: 'SIGINT',
      maxBuffer: 2 ** 28,
    },
  );
  return status === 0
    ? undefined
    : (/^ *✘ (?:\[fail\]: )?(.*)$/m.exec(stdout)?.[1] ?? `a run that ended with ${status ?? signal}`);
}

/** Those of which one fails, and which one. */
function findFirst(tests: readonly (readonly string[])[]): readonly [failed?: readonly string[], failure?: string] {
  for (const each of tests) {
    const failure = findFailure(each);
    if (failure !== undefined) {
      return [each, failure];
    }
  }

  return [];
}

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '30' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    only: { type: 'string', default: '' },
  },
});
const only = new RegExp(values.only);
const all = Object.keys(rooms)
  .flatMap((room) => globSync(`source/${room}/**/*.{ts,tsx}`))
  .filter((path) => only.test(path))
  .sort()
  .flatMap(findBreaks);
// By lines, so that a long condition is drawn no more often than a short one.
const lines = [...Map.groupBy(all, ({ path, line }) => `${path}:${line}`).values()];
const draw = createDraw(Number(values.seed));
const pick = <T>(list: readonly T[]): T => list[Math.floor(draw() * list.length)]!;
console.log(`${lines.length} lines with ${all.length} possible breaks, seed ${values.seed}`);

const copy = mkdtempSync(join(tmpdir(), 'petstore-mutate-'));
/** By the tests: which of them fails as the project is; none: ''. */
const withoutBreaks = new Map<string, string>();
let noticed = 0;
let judged = 0;
try {
  cpSync('.', copy, { recursive: true, filter: (path) => !['.git', 'node_modules'].includes(basename(path)) });
  // As a checkout is: some tests run the program as somebody else.
  chmodSync(copy, 0o755);
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
  for (let number = 0; number < Number(values.count); number += 1) {
    const [at] = lines.splice(Math.floor(draw() * lines.length), 1);
    if (at === undefined) {
      break;
    }

    const { path, line, from, to, instead } = pick(at);
    const tests = findTests(path);
    const text = readFileSync(path, 'utf8');
    const told = `${path}:${line} ${text.slice(from, to).replace(/\s+/g, ' ')} -> ${instead.replace(/\s+/g, ' ')}`;
    place(path, text.slice(0, from) + instead + text.slice(to));
    const [failed, failure] = findFirst(tests);
    place(path, text);
    if (failed === undefined) {
      judged += 1;
      console.log(`NOT NOTICED: ${told}`);
      continue;
    }

    // A test that fails without the break, too, has not noticed it.
    const before = withoutBreaks.get(failed.join()) ?? findFailure(failed) ?? '';
    withoutBreaks.set(failed.join(), before);
    if (before !== '') {
      console.log(`not judged: ${told}: without it ${before} fails`);
      continue;
    }

    judged += 1;
    noticed += 1;
    console.log(`noticed: ${told} (by ${failure})`);
  }
} finally {
  if (existsSync(copy)) {
    rmSync(copy, { recursive: true, force: true });
  }
}

console.log(`${noticed} of ${judged} noticed`);
process.exitCode = noticed >= judged * 0.9 ? 0 : 1;
