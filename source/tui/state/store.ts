import type { Action } from './action.ts';
import { reduce } from './reduce.ts';
import type { UiState } from './ui-state.ts';

/** The state of the screens as it is now, and its listeners, told after each action. */
export type UiModel = ReturnType<typeof createUiModel>;

/** Begins with a state. From then on `reduce` alone makes others of it. */
export function createUiModel(initial: UiState) {
  let state = initial;
  const listeners = new Set<() => void>();
  return {
    get: (): UiState => state,
    dispatch(action: Action): void {
      const before = state;
      state = reduce(before, action);
      for (const listener of state === before ? [] : [...listeners]) {
        listener();
      }
    },
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
