/**
 * `npm run model`: explores every configuration to its end, two at a time, and says what came of each.
 *
 * It fails where a promise broke, where a state has no way to an end, where a limit cut a run off, where an action was
 * never taken, and where the transitions are not those of `spec/transitions.json`. `--write` writes these. Names choose
 * configurations. What came of each is in `evidence/model.json`, and `npm run docs` writes it into docs/internals/model.md.
 */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { configurations } from './configurations.js';
import { keep } from './evidence.js';
import type { Exploration } from './explore.js';
import { readTransitions, records, toDocument, toTransitions, transitionsFile } from './transitions.js';

const lanes = 2;
/** What the project promises of a whole run. */
const leastStates = 1_000_000;

const chosen = process.argv.slice(2).filter((name) => !name.startsWith('--'));
const isWhole = chosen.length === 0;
const waiting = configurations.map(({ name }) => name).filter((name) => isWhole || chosen.includes(name));
const done: Exploration[] = [];
const failures: string[] = [];

function explore(name: string): Promise<Exploration> {
  return new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      [...process.execArgv, '--max-old-space-size=6144', fileURLToPath(new URL('explore.ts', import.meta.url)), name],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (part: string) => (text += part));
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0
        ? resolve(JSON.parse(text) as Exploration)
        : reject(new Error(`${name} ended with ${code ?? 'a signal'}.`)),
    );
  });
}

function tell({
  name,
  states,
  depth,
  seconds,
  cpuSeconds,
  isComplete,
  broken,
  cutOff,
  trace,
  stuck,
  example,
}: Exploration): void {
  const figures = [
    name.padEnd(18),
    `${states} states`.padStart(15),
    `depth ${depth ?? 'not read'}`.padStart(15),
    `${seconds.toFixed(1)} s (${cpuSeconds.toFixed(1)} s of a core)`.padStart(30),
  ];
  process.stdout.write(
    `${figures.join('  ')}  explored to the end: ${isComplete ? 'yes' : 'no'}  violations: ${broken ?? 0}  without a way to an end: ${stuck ?? 'not read'}\n`,
  );
  if (broken !== undefined) {
    failures.push(`${name} breaks ${broken}.\n${trace ?? ''}`);
  } else if (!isComplete) {
    failures.push(`${name} was cut off: ${cutOff ?? ''}`);
  }

  if (stuck !== undefined && stuck > 0) {
    failures.push(`${name} has ${stuck} states without a way to an end, such as\n${example ?? ''}`);
  }
}

async function work(): Promise<void> {
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    const exploration = await explore(name);
    done.push(exploration);
    tell(exploration);
    keep(exploration);
  }
}

const begun = performance.now();
await Promise.all(Array.from({ length: lanes }, work));
const states = done.reduce((sum, each) => sum + each.states, 0);
process.stdout.write(
  `\n${done.length} configurations, ${states} distinct states, ${((performance.now() - begun) / 1000).toFixed(0)} s.\n`,
);

const transitions = toTransitions(done.flatMap((each) => each.transitions ?? []));
if (process.argv.includes('--write')) {
  writeFileSync(transitionsFile, toDocument(transitions));
} else {
  const kept = new Set(readTransitions().map((each) => JSON.stringify(each)));
  const news = transitions.filter((each) => !kept.delete(JSON.stringify(each)));
  if (news.length > 0 || (isWhole && kept.size > 0)) {
    failures.push(
      `spec/transitions.json is not what the model does. New: ${JSON.stringify(news)}. Never taken: ${isWhole ? [...kept].join(' ') : ''}`,
    );
  }
}

if (isWhole) {
  const taken = new Set(done.flatMap((each) => each.actions ?? []));
  // It is the one action that only a rule's absence makes possible.
  const never = Object.keys(records.actions).filter((action) => !taken.has(action) && action !== 'RecordLate');
  if (never.length > 0) {
    failures.push(`Never taken: ${never.join(', ')}.`);
  }

  if (states < leastStates) {
    failures.push(`${states} states are fewer than ${leastStates}.`);
  }
}

if (failures.length > 0) {
  process.stdout.write(`\n${failures.join('\n\n')}\n`);
  process.exitCode = 1;
}
