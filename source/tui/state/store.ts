import { reducers } from './reducers.ts';
import type { UiState } from './ui-state.ts';

type Reducers = typeof reducers;
type Happens<Reducer> = Reducer extends (state: UiState, ...rest: infer Rest) => UiState
  ? (...rest: Rest) => void
  : never;

/** The state of the screens as it is now, what can happen to it, and its listeners, told whenever it is another one. */
export type UiModel = { readonly [Name in keyof Reducers]: Happens<Reducers[Name]> } & {
  readonly get: () => UiState;
  readonly subscribe: (listener: () => void) => () => void;
};

/** Begins with a state. From then on `reducers` alone make others of it. */
export function createUiModel(initial: UiState): UiModel {
  let state = initial;
  const listeners = new Set<() => void>();
  const become = (next: UiState): void => {
    const isOther = next !== state;
    state = next;
    for (const listener of isOther ? [...listeners] : []) {
      listener();
    }
  };
  const happenings = Object.entries(reducers).map(([name, reduce]) => [
    name,
    (...rest: unknown[]) => become((reduce as (state: UiState, ...rest: unknown[]) => UiState)(state, ...rest)),
  ]);
  return {
    ...(Object.fromEntries(happenings) as Omit<UiModel, 'get' | 'subscribe'>),
    get: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
