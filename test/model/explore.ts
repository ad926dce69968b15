/**
 * Explores one configuration in a process of its own, which takes its memory with it, and prints what came of it as
 * JSON.
 */
import { performance } from 'node:perf_hooks';
import { check } from './check.js';
import { configurations } from './configurations.js';
import { readGraph } from './graph.js';

/** The largest are explored without their graphs, which would not fit into one string. */
export const withoutGraph: ReadonlySet<string> = new Set(['together', 'together-suspended']);

/** What came of one configuration. */
export type Exploration = {
  readonly name: string;
  readonly states: number;
  readonly depth?: number;
  readonly seconds: number;
  /** How long it had a core, which does not depend on what else the machine does. */
  readonly cpuSeconds: number;
  readonly isComplete: boolean;
  readonly broken?: string;
  readonly cutOff?: string;
  readonly trace?: string;
  readonly stuck?: number;
  readonly example?: string;
  readonly transitions?: readonly string[];
  readonly actions?: readonly string[];
};

/** Explores it in this process. */
export function explore(name: string): Exploration {
  const configuration = configurations.find((each) => each.name === name);
  if (!configuration) {
    throw new Error(`No such configuration: ${name}`);
  }

  const begun = performance.now();
  const { graph: dot, ...result } = check(configuration.constants, { withGraph: !withoutGraph.has(name) });
  const graph = dot === undefined ? undefined : readGraph(dot, { isAlike: configuration.constants['Alike'] === true });
  return {
    name,
    ...result,
    seconds: (performance.now() - begun) / 1000,
    cpuSeconds: process.cpuUsage().user / 1e6,
    ...(graph
      ? {
          depth: graph.depth,
          stuck: graph.stuck,
          transitions: [...graph.transitions],
          actions: [...graph.actions],
          ...(graph.example === undefined ? {} : { example: graph.example }),
        }
      : {}),
  };
}

const [, script, name] = process.argv;
if (name !== undefined && script?.endsWith('explore.ts')) {
  process.stdout.write(JSON.stringify(explore(name)));
}
