/**
 * A value, the one way to change it, and who wants to know. Changes are seen at once, between two keys of one chunk
 * too.
 */
export type Model<State, Action> = {
  readonly get: () => State;
  readonly dispatch: (action: Action) => void;
  readonly subscribe: (listener: () => void) => () => void;
};

/** Listeners are called after the state was replaced, and not if it stayed the same. */
export function createModel<State, Action>(
  reduce: (state: State, action: Action) => State,
  initial: State,
): Model<State, Action> {
  let state = initial;
  const listeners = new Set<() => void>();

  return {
    get: () => state,
    dispatch(action) {
      const next = reduce(state, action);
      if (next !== state) {
        state = next;
        for (const listener of [...listeners]) {
          listener();
        }
      }
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
