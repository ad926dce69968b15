import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { isLong } from '../helpers/tier.js';
import { check, type CheckOptions, type Result, specification } from './check.js';
import { type Constant, quiet } from './configurations.js';
import { readGraph } from './graph.js';
import { records, toTransitions, type Transition } from './transitions.js';

/** Of a run all that is asserted. */
export type Explored = Omit<Result, 'graph'> & {
  readonly graph?: {
    readonly states: number;
    readonly stuck: number;
    readonly example: string | undefined;
    readonly transitions: readonly Transition[];
  };
};

function explore(constants: Readonly<Record<string, Constant>>, options: CheckOptions): Explored {
  const { graph, ...result } = check(constants, options);
  if (graph === undefined) {
    return result;
  }

  const { states, stuck, example, transitions } = readGraph(graph, { isAlike: constants['Alike'] === true });
  return { ...result, graph: { states, stuck, example, transitions: toTransitions(transitions) } };
}

const folder = resolve('node_modules/.cache/petstore-model');

/** The checker and what is made of its answer, beside the specification. */
const code = ['check.ts', 'graph.ts', 'transitions.ts', 'recall.ts'].map((name) =>
  readFileSync(new URL(name, import.meta.url)),
);
const checker = readFileSync(createRequire(import.meta.url).resolve('tla-checker/tla_checker_bg.wasm'));

/**
 * Explores the model, or tells what came of it before where nothing that decides it has changed since: the
 * specification, the constants, the checker, the code around it. The same comes of it each time, and all of them take a
 * minute and a half of processor time. The long tier explores always.
 */
export function recall(constants: Readonly<Record<string, Constant>>, options: CheckOptions = {}): Explored {
  const decided = createHash('sha256').update(checker).update(specification);
  code.forEach((text) => decided.update(text));
  decided.update(JSON.stringify([quiet, records, constants, options]));
  const path = join(folder, `${decided.digest('hex')}.json`);
  const kept = isLong ? undefined : readKept(path);
  if (kept !== undefined) {
    return kept;
  }

  const explored = explore(constants, options);
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${path}.${process.pid}`, JSON.stringify(explored));
  renameSync(`${path}.${process.pid}`, path);
  return explored;
}

function readKept(path: string): Explored | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Explored;
  } catch {
    return undefined;
  }
}
