/**
 * Breaks the parts that decide, one line at a time, and tells which breaks their own tests do not notice. The lines are
 * drawn at random from conditions and truth values, and changed in a copy of the project.
 *
 *     node tools/mutate.ts [--count 30] [--seed N] [--only REGEX]     REGEX: of paths, such as source/client
 *
 * Each is held against the tests of its room. A break that no test notices is either one that changes nothing, which only
 * a person can tell, or a test that is missing. Exits with 1 where fewer than nine in ten were noticed.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import ts from 'typescript';

/** The rooms that decide, and the tests that are to notice: those that mirror the room, each less than a minute. */
const rooms: Readonly<Record<string, readonly string[]>> = {
  sync: ['test/sync/**'],
  local: ['test/local/**'],
  client: ['test/client/**'],
  domain: ['test/domain/**'],
  'service/pets': ['test/service/pets/**', 'test/service/conformance', 'test/service/operator-pets'],
  'tui/list': ['test/tui/list/**', 'test/tui/list', 'test/tui/marks'],
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
  true: 'false',
  false: 'true',
};

/** Every break of a file that is known here. */
function findBreaks(path: string): readonly Break[] {
  const text = readFileSync(path, 'utf8');
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: Break[] = [];
  const add = (node: ts.Node, instead: string): void => {
    const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    found.push({ path, line, from: node.getStart(), to: node.getEnd(), instead });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node)) {
      return;
    }

    if (ts.isBinaryExpression(node)) {
      const opposite = opposites[node.operatorToken.getText()];
      if (opposite !== undefined) {
        add(node.operatorToken, opposite);
      }
    } else if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) {
      add(node, `(${node.operand.getText()})`);
    } else if (ts.isIfStatement(node)) {
      add(node.expression, `!(${node.expression.getText()})`);
    } else if (ts.isConditionalExpression(node)) {
      add(node.condition, `!(${node.condition.getText()})`);
    } else if (node.kind === ts.SyntaxKind.TrueKeyword || node.kind === ts.SyntaxKind.FalseKeyword) {
      add(node, opposites[node.getText()] ?? '');
    }

    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** The tests of the room that a file is in. */
function findTests(path: string): readonly string[] {
  const [, patterns = []] = Object.entries(rooms).find(([room]) => path.startsWith(`source/${room}/`)) ?? [];
  return patterns
    .flatMap((pattern) => globSync(pattern.endsWith('**') ? `${pattern}/*.test.{ts,tsx}` : `${pattern}.test.{ts,tsx}`))
    .sort();
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

/** Whether the tests pass in a copy of the project; a run that hangs has noticed. */
function passes(copy: string, tests: readonly string[]): boolean {
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/ava/entrypoints/cli.js', '--fail-fast', '--timeout=2m', ...tests],
    {
      cwd: copy,
      env: { ...process.env, FORCE_COLOR: '0', NODE_OPTIONS: '' },
      stdio: 'ignore',
      timeout: 15 * 60_000,
      killSignal: 'SIGINT',
    },
  );
  return status === 0;
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
const greens = new Map<string, boolean>();
let noticed = 0;
let judged = 0;
try {
  cpSync('.', copy, { recursive: true, filter: (path) => !['.git', 'node_modules'].includes(basename(path)) });
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
  for (let number = 0; number < Number(values.count); number += 1) {
    const [at] = lines.splice(Math.floor(draw() * lines.length), 1);
    if (at === undefined) {
      break;
    }

    const { path, line, from, to, instead } = pick(at);
    const tests = findTests(path);
    const isGreen = greens.get(tests.join()) ?? passes(copy, tests);
    greens.set(tests.join(), isGreen);
    const text = readFileSync(path, 'utf8');
    const told = `${path}:${line} ${text.slice(from, to).replace(/\s+/g, ' ')} -> ${instead.replace(/\s+/g, ' ')}`;
    if (!isGreen) {
      console.log(`not judged: ${told}: its tests fail without it`);
      continue;
    }

    writeFileSync(join(copy, path), text.slice(0, from) + instead + text.slice(to));
    const isNoticed = !passes(copy, tests);
    writeFileSync(join(copy, path), text);
    judged += 1;
    noticed += isNoticed ? 1 : 0;
    console.log(`${isNoticed ? 'noticed' : 'NOT NOTICED'}: ${told} (${tests.length} files of tests)`);
  }
} finally {
  if (existsSync(copy)) {
    rmSync(copy, { recursive: true, force: true });
  }
}

console.log(`${noticed} of ${judged} noticed`);
process.exitCode = noticed >= judged * 0.9 ? 0 : 1;
