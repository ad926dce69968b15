/** One run of the checker that npm installs: `tla-checker`, TLA+ explored breadth first in WebAssembly. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { check_spec_with_options, initSync } from 'tla-checker';
import { type Constant, quiet } from './configurations.js';

const require = createRequire(import.meta.url);
/** The model itself. */
export const specification = readFileSync(new URL('../../spec/petstore.tla', import.meta.url), 'utf8');

/** The promises, as the specification names them. */
export const promises = [
  'InvNotDoubled',
  'InvNotLost',
  'InvNotPretended',
  'InvOfferedIsAbsent',
  'InvNotCrossed',
  'InvObeyed',
  'InvOneEntryEach',
  'InvKept',
] as const;

/** One of them. */
export type Promised = (typeof promises)[number];

/** What a run came to. */
export type Result = {
  /** Every state that can be reached was reached, and keeps every promise. */
  readonly isComplete: boolean;
  /** Distinct states. */
  readonly states: number;
  /** The promise that one of them breaks. */
  readonly broken?: Promised;
  /** Why it ended before its end: a limit, or a mistake in the specification. */
  readonly cutOff?: string;
  /** The states from the first one to the one that breaks the promise, as text. */
  readonly trace?: string;
  /** The whole graph in DOT, where it was asked for. */
  readonly graph?: string;
};

/** `mostStates` and `mostSteps` are limits of the checker; a run that meets one is cut off, and says so. */
export type CheckOptions = {
  readonly withGraph?: boolean;
  readonly mostStates?: number;
  readonly mostSteps?: number;
  readonly only?: readonly Promised[];
};

let isReady = false;

function prepare(): void {
  if (!isReady) {
    initSync({ module: readFileSync(require.resolve('tla-checker/tla_checker_bg.wasm')) });
    isReady = true;
  }
}

/** Explores the model with these constants, in this thread. */
export function check(
  constants: Readonly<Record<string, Constant>>,
  { withGraph = false, mostStates = 5_000_000, mostSteps = 10_000, only = promises }: CheckOptions = {},
): Result {
  prepare();
  const unknown = Object.keys(constants).filter((name) => !(name in quiet));
  if (unknown.length > 0) {
    throw new Error(`No such constant: ${unknown.join(', ')}`);
  }

  const answer = JSON.parse(
    check_spec_with_options(
      specification,
      JSON.stringify({
        cfg_source: toConfig({ ...quiet, ...constants }, only),
        max_states: mostStates,
        max_depth: mostSteps,
        allow_deadlock: true,
        export_dot: withGraph,
        dot_mode: 'full',
      }),
    ),
  ) as Answer;
  if (answer.warnings.length > 0) {
    throw new Error(answer.warnings.join('\n'));
  }

  const broken =
    answer.error_type === 'InvariantViolation'
      ? only[Number(/Invariant (\d+)/.exec(answer.error_message ?? '')?.[1])]
      : undefined;
  return {
    isComplete: answer.success,
    states: answer.states_explored,
    ...(broken === undefined ? {} : { broken }),
    ...(answer.success || broken !== undefined
      ? {}
      : { cutOff: answer.error_message ?? 'The checker did not say why it ended.' }),
    ...(answer.trace ? { trace: answer.trace.join('\n') } : {}),
    ...(answer.dot === null ? {} : { graph: answer.dot }),
  };
}

type Answer = {
  readonly success: boolean;
  readonly error_type: string | null;
  readonly error_message: string | null;
  readonly states_explored: number;
  readonly trace: readonly string[] | null;
  readonly dot: string | null;
  readonly warnings: readonly string[];
};

/** The text that the checker reads constants and promises from, as TLC does. */
function toConfig(constants: Readonly<Record<string, Constant>>, only: readonly Promised[]): string {
  const lines = Object.entries(constants).map(([name, value]) => `  ${name} = ${toText(value)}`);
  return `INIT Init\nNEXT Next\nINVARIANTS ${only.join(' ')}\nCONSTANTS\n${lines.join('\n')}\n`;
}

function toText(value: Constant): string {
  if (typeof value === 'boolean') {
    return value ? 'TRUE' : 'FALSE';
  }

  return typeof value === 'object' ? `{${value.join(', ')}}` : JSON.stringify(value);
}
