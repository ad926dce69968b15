/**
 * The explored graph, read from what the checker exports in DOT: how deep it is, whether every state has a way to an
 * end, and which record leads an entry from which state to which.
 */

/** What a state of the model says of an entry. `text`: all of it, to see whether a step changed it. */
type Sight = { readonly state: string; readonly text: string };

/** What was explored, as numbers. */
export type Graph = {
  readonly states: number;
  /** Steps on the shortest way to the farthest state. */
  readonly depth: number;
  /** States from which no end can be reached, whatever happens. */
  readonly stuck: number;
  /** One of them, as the checker wrote it. */
  readonly example?: string;
  /** `state action state`, each once; an action that touches no entry is not among them. */
  readonly transitions: ReadonlySet<string>;
  /** Every action that was taken. */
  readonly actions: ReadonlySet<string>;
};

/**
 * States in which nothing more is to be done, or a person is asked. Held, rejected and discarded were told to a person.
 */
const ends: ReadonlySet<string> = new Set(['none', 'created', 'rejected', 'discarded', 'review', 'held']);

/** `isAlike`: all entries have the same name, so one that waits for a person keeps the others waiting. */
export type GraphOptions = { readonly isAlike: boolean };

/** Reads a graph. Throws where a line is none that the checker is known to write. */
export function readGraph(dot: string, { isAlike }: GraphOptions = { isAlike: false }): Graph {
  const entries: (readonly Sight[])[] = [];
  const labels: string[] = [];
  const from: number[] = [];
  const to: number[] = [];
  const actions: string[] = [];
  for (const line of linesOf(dot)) {
    const edge = /^ {2}s(\d+) -> s(\d+) \[label="(\w+)"/.exec(line);
    if (edge) {
      from.push(Number(edge[1]));
      to.push(Number(edge[2]));
      actions.push(edge[3] ?? '');
      continue;
    }

    const node = /^ {2}s(\d+) \[label="(.*)"/.exec(line);
    if (node) {
      entries[Number(node[1])] = readEntries(node[2] ?? '');
      labels[Number(node[1])] = node[2] ?? '';
    } else if (!/^(digraph|\}| {2}rankdir| {2}node)/.test(line)) {
      throw new Error(`The checker wrote a line that is not understood: ${line.slice(0, 200)}`);
    }
  }

  const stuck = findStuck(
    entries,
    (index) => isEnd(entries[index] ?? [], isAlike) || waitsForPerson(labels[index] ?? ''),
    from,
    to,
  );
  return {
    states: entries.length,
    depth: depthOf(entries.length, from, to),
    stuck: stuck.length,
    ...(stuck[0] === undefined ? {} : { example: labels[stuck[0]] ?? '' }),
    transitions: transitionsOf(entries, from, to, actions),
    actions: new Set(actions),
  };
}

function* linesOf(text: string): Generator<string> {
  let start = 0;
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
    yield text.slice(start, end);
    start = end + 1;
  }
}

/** The label begins with the variable `entries`, a tuple of records. */
function readEntries(label: string): readonly Sight[] {
  const text = label.slice(0, label.indexOf('\\nprograms='));
  // Who will bear witness for an entry is noted with the others' attempts, and is no record of its own.
  return text
    .replaceAll(/later \|-> \{[^}]*\}/g, '')
    .split('[again |-> ')
    .slice(1)
    .map((each) => ({ text: each, state: /[^a-zA-Z]state \|-> \\"([a-z]+)\\"/.exec(each)?.[1] ?? 'none' }));
}

/**
 * Sending waits for a person's word: about the service, about the folder, or about the key that an animal was entered
 * under.
 */
function waitsForPerson(label: string): boolean {
  const world = label.slice(label.indexOf('\\nworld='));
  const [, key = ''] = /credential \|-> \\"(\w+)/.exec(world.slice(world.indexOf('copy |->'))) ?? [];
  const isForeign = [
    ...label
      .slice(0, label.indexOf('\\nprograms='))
      .matchAll(/credential \|-> \\"(\w+)\\".*?[^a-zA-Z]state \|-> \\"(\w+)/g),
  ].some(([, own, state]) => own !== key && !ends.has(state ?? ''));
  return isForeign || key === 'address' || /paused \|-> true/.test(world) || world.includes('doubt |-> \\"sure\\"');
}

function isEnd(sights: readonly Sight[], isAlike: boolean): boolean {
  const isBlocked =
    isAlike && sights.some(({ state, text }) => state === 'review' && text.includes('undecided |-> true'));
  return sights.every(({ state }) => ends.has(state) || (isBlocked && state === 'queued'));
}

function findStuck(
  entries: readonly (readonly Sight[])[],
  isDone: (index: number) => boolean,
  from: readonly number[],
  to: readonly number[],
): readonly number[] {
  const before = reverse(entries.length, from, to);
  const reaches = new Uint8Array(entries.length);
  const queue: number[] = [];
  const add = (index: number): void => {
    if (reaches[index] === 0) {
      reaches[index] = 1;
      queue.push(index);
    }
  };
  entries.forEach((_, index) => {
    if (isDone(index)) {
      add(index);
    }
  });
  for (let index = queue.pop(); index !== undefined; index = queue.pop()) {
    before(index).forEach(add);
  }

  return [...reaches.keys()].filter((index) => reaches[index] === 0);
}

/** For each state, those that lead to it. */
function reverse(size: number, from: readonly number[], to: readonly number[]): (index: number) => Uint32Array {
  const starts = new Uint32Array(size + 1);
  for (const index of to) {
    starts[index + 1] = (starts[index + 1] ?? 0) + 1;
  }

  for (let index = 0; index < size; index += 1) {
    starts[index + 1] = (starts[index + 1] ?? 0) + (starts[index] ?? 0);
  }

  const next = starts.slice();
  const sources = new Uint32Array(to.length);
  to.forEach((target, edge) => {
    const place = next[target] ?? 0;
    sources[place] = from[edge] ?? 0;
    next[target] = place + 1;
  });
  return (index) => sources.subarray(starts[index], starts[index + 1]);
}

function depthOf(size: number, from: readonly number[], to: readonly number[]): number {
  const after = reverse(size, to, from);
  const depths = new Int32Array(size).fill(-1);
  let level = [0];
  let depth = 0;
  depths[0] = 0;
  while (level.length > 0) {
    const next: number[] = [];
    for (const index of level) {
      for (const target of after(index)) {
        if (depths[target] === -1) {
          depths[target] = depth + 1;
          next.push(target);
        }
      }
    }

    level = next;
    depth += next.length > 0 ? 1 : 0;
  }

  return depth;
}

function transitionsOf(
  entries: readonly (readonly Sight[])[],
  from: readonly number[],
  to: readonly number[],
  actions: readonly string[],
): ReadonlySet<string> {
  const transitions = new Set<string>();
  actions.forEach((action, edge) => {
    const before = entries[from[edge] ?? 0] ?? [];
    const after = entries[to[edge] ?? 0] ?? [];
    before.forEach((sight, index) => {
      const now = after[index];
      if (now && now.text !== sight.text) {
        transitions.add(`${sight.state} ${action} ${now.state}`);
      }
    });
  });
  return transitions;
}
