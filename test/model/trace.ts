/** A way through the model, from its first state to the one that breaks a promise, for people to read. */

/** One step: what was done, and what was so afterwards. */
export type Step = {
  readonly action: string;
  readonly entries: readonly string[];
  readonly animals: readonly string[];
  readonly onTheWay: number;
};

/** Reads the way that the checker marks in the graph it exports with a broken promise. */
export function readTrace(dot: string): readonly Step[] {
  const way: { readonly id: string; readonly label: string }[] = [];
  const actions = new Map<string, string>();
  for (const line of dot.split('\n')) {
    const edge = /^ {2}s(\d+) -> s(\d+) \[label="(\w+)"/.exec(line);
    if (edge) {
      actions.set(`${edge[1] ?? ''} ${edge[2] ?? ''}`, edge[3] ?? '');
    } else {
      const node = /^ {2}s(\d+) \[label="(.*)", .*color=red/.exec(line);
      if (node) {
        way.push({ id: node[1] ?? '', label: node[2] ?? '' });
      }
    }
  }

  return way.slice(1).map(({ id, label }, index) => ({
    action: actions.get(`${way[index]?.id ?? ''} ${id}`) ?? '?',
    ...readState(label),
  }));
}

function readState(label: string): Omit<Step, 'action'> {
  const [entries = '', rest = ''] = label.split('\\nprograms=');
  const service = rest.slice(rest.indexOf('\\nservice='), rest.indexOf('\\nworld='));
  return {
    entries: [...entries.matchAll(/[^a-zA-Z]state \|-> \\"(\w+)\\"/g)].map(([, state = '']) => state),
    animals: [...service.matchAll(/\[by \|-> (\d+), c \|-> (\d+), id \|-> (\d+), .*?store \|-> (\d)/g)].map(
      ([, by = '', , id = '', store = '']) =>
        `#${id} ${by === '0' ? "somebody else's" : `made for ${by}`}${store === '1' ? '' : ' in another store'}`,
    ),
    onTheWay: [...service.slice(service.indexOf('wire')).matchAll(/entry \|-> \d+, id \|-> 0/g)].length,
  };
}

/** A table of the steps. */
export function toTable(steps: readonly Step[]): string {
  const count = steps[0]?.entries.length ?? 0;
  const names = Array.from({ length: count }, (_, index) => (count === 1 ? 'the entry' : `entry ${index + 1}`));
  const rows = steps.map(
    ({ action, entries, animals, onTheWay }, index) =>
      `| ${index + 1} | ${action} | ${entries.map((state) => (state === 'none' ? '' : state)).join(' | ')} | ${animals.join(', ')} | ${onTheWay === 0 ? '' : onTheWay} |`,
  );
  return [
    `| step | action | ${names.join(' | ')} | on the service | requests on the way |`,
    `|${'---|'.repeat(count + 4)}`,
    ...rows,
  ].join('\n');
}
