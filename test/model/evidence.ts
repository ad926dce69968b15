/** What `npm run model` came to, kept for each configuration with the specification that it was of. */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { specification } from './check.js';
import { type Configuration, configurations } from './configurations.js';
import type { Exploration } from './explore.js';

const folder = new URL('../../evidence/', import.meta.url);
const file = new URL('model.json', folder);

type Kept = Pick<Exploration, 'states' | 'seconds' | 'isComplete' | 'depth' | 'broken' | 'stuck'> & {
  /** A digest of the specification and the constants. */
  readonly of: string;
};

function digestOf({ constants }: Configuration): string {
  return createHash('sha256').update(specification).update(JSON.stringify(constants)).digest('hex').slice(0, 16);
}

function read(): Readonly<Record<string, Kept>> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, Kept>>;
  } catch {
    return {};
  }
}

/** Keeps what came of one; a reader sees the file as it was or as it is. */
export function keep({ name, states, seconds, isComplete, depth, broken, stuck }: Exploration): void {
  const configuration = configurations.find((each) => each.name === name);
  if (configuration) {
    const kept = {
      of: digestOf(configuration),
      states,
      seconds: Math.round(seconds),
      isComplete,
      depth,
      broken,
      stuck,
    };
    mkdirSync(folder, { recursive: true });
    writeFileSync(new URL('model.json.new', folder), `${JSON.stringify({ ...read(), [name]: kept }, undefined, 1)}\n`);
    renameSync(new URL('model.json.new', folder), file);
  }
}

/** For docs/internals/model.md: the result of each configuration with this specification, and the names of the others. */
export function explorations(): string {
  const kept = read();
  const done = configurations.flatMap((configuration) => {
    const found = kept[configuration.name];
    return found?.of === digestOf(configuration) ? { ...found, ...configuration } : [];
  });
  const names = new Set(done.map(({ name }) => name));
  const missing = configurations.filter(({ name }) => !names.has(name));
  const states = done.reduce((sum, found) => sum + found.states, 0);
  return [
    `${done.length} of ${configurations.length} configurations were explored with this specification: ${states} distinct states.`,
    '',
    '| configuration | what happens in it | states | depth | result |',
    '|---|---|---|---|---|',
    ...done.map(
      ({ name, about, states: count, depth, isComplete, broken, stuck }) =>
        `| ${name} | ${about} | ${count} | ${depth} | ${isComplete ? 'to its end' : 'cut off'}, ` +
        `${broken ?? 'nothing'} broken${stuck === undefined ? '' : `, ${stuck} stuck`} |`,
    ),
    ...(missing.length === 0
      ? []
      : [
          '',
          `Not yet explored with it (\`test/model/configurations.ts\`): ${missing.map(({ name }) => name).join(', ')}.`,
        ]),
  ].join('\n');
}
