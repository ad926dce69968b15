/**
 * The limits of a client's requests, in bytes and milliseconds. Slow or endless requests end here and not in the
 * memory.
 */
export type Limits = {
  /** The largest body; more is answered 413. */
  readonly bodyBytes: number;
  /** What all bodies together may hold in memory; beyond it those that come slowest are answered 503. */
  readonly bodiesBytes: number;
  /** How many connections there may be; more are closed at once. An idle one takes 12 to 17 KB, with TLS 50. */
  readonly connections: number;
  /**
   * What all answers together may hold in memory while their clients read them; beyond it the slowest connections are
   * closed.
   */
  readonly answerBytes: number;
  /** From the first byte until the header is whole; after that 408. */
  readonly headers: number;
  /** From the first byte until the body is whole; after that 408. */
  readonly request: number;
  /** How long an idle connection is kept. Longer than the 60 s of common load balancers, so that they close first. */
  readonly keepAlive: number;
  /** How often the two above are looked at. */
  readonly checkEvery: number;
  /** How long requests in flight may take once the service is told to stop. */
  readonly drain: number;
  /** What those who listen for changes may take, and when they are told. */
  readonly events: {
    /** Listeners in all, and of one API key. */
    readonly most: number;
    readonly mostOfKey: number;
    /** How often the database is asked for news while anybody listens. */
    readonly lookEvery: number;
    /** Listeners are told of the first news within this, each at a moment of its own. */
    readonly spread: number;
    /** From one event to the next of a listener. */
    readonly quiet: number;
    /** How often a listener is told that the connection lives. */
    readonly comment: number;
  };
};

/** What docs/service.md promises. */
export const defaultLimits: Limits = {
  // Five times the largest animal there can be, every character of its name escaped.
  bodyBytes: 65_536,
  bodiesBytes: 16_777_216,
  connections: 10_000,
  answerBytes: 67_108_864,
  headers: 10_000,
  request: 30_000,
  keepAlive: 75_000,
  checkEvery: 2000,
  drain: 10_000,
  events: { most: 1000, mostOfKey: 250, lookEvery: 250, spread: 250, quiet: 5000, comment: 20_000 },
};
