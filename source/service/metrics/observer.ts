/** Told of the service's work, to count it. Never a key, a name or an address. Times are in seconds. */
export type Observer = {
  readonly requestBegan: () => void;
  /** Also told of requests whose client left before the answer. `route` is a pattern. */
  readonly requestEnded: (request: {
    readonly method: string;
    readonly route: string;
    readonly status: number;
    readonly seconds: number;
  }) => void;
  /** A create got the animal that an earlier one with its Idempotency-Key made. */
  readonly replayed: () => void;
  /** So many writes shared a commit. */
  readonly committed: (writes: number) => void;
  /** A statement of the database took so long. */
  readonly queried: (seconds: number) => void;
  /** A create waited so long until it was durable, its turn included. */
  readonly created: (seconds: number) => void;
};
