/** Which record leads an entry from which state to which, as the model takes them: `spec/transitions.json`. */
import { readFileSync } from 'node:fs';

const folder = new URL('../../spec/', import.meta.url);

type Records = {
  readonly actions: Readonly<Record<string, string>>;
  readonly withoutRecord: Readonly<Record<string, string>>;
  readonly withoutChange: { readonly steps: readonly Transition[] };
  readonly outside: Readonly<Record<string, string>>;
};

/** `spec/records.json`: which action publishes which record. */
export const records = JSON.parse(readFileSync(new URL('records.json', folder), 'utf8')) as Records;

/** Where the transitions are kept. */
export const transitionsFile = new URL('transitions.json', folder);

/** `[state, record, next state]`; the state before the first record is `none`. */
export type Transition = readonly [state: string, record: string, next: string];

/** Those that are kept in the repository. */
export function readTransitions(): readonly Transition[] {
  return (JSON.parse(readFileSync(transitionsFile, 'utf8')) as { readonly transitions: readonly Transition[] })
    .transitions;
}

/**
 * Steps of the graph, as `state action state`, in terms of records; each once, in order. Throws for an action that
 * nobody mapped.
 */
export function toTransitions(steps: Iterable<string>): readonly Transition[] {
  const found = new Set(records.withoutChange.steps.map((step) => JSON.stringify(step)));
  for (const step of steps) {
    const [state = '', action = '', next = ''] = step.split(' ');
    const record = records.actions[action];
    if (record !== undefined) {
      found.add(JSON.stringify([state, record, next]));
    } else if (records.withoutRecord[action] === undefined) {
      throw new Error(`spec/records.json does not say which record ${action} publishes.`);
    }
  }

  return [...found].sort().map((each) => JSON.parse(each) as Transition);
}

/** The document as it is kept: one transition a line. */
export function toDocument(transitions: readonly Transition[]): string {
  const about =
    'The transitions that the model takes: [state, record, next state]. Written by `npm run model -- --write`.';
  return `{\n  "about": ${JSON.stringify(about)},\n  "transitions": [\n${transitions.map((each) => `    ${JSON.stringify(each)}`).join(',\n')}\n  ]\n}\n`;
}
