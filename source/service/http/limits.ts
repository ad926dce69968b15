/** What a client may ask of the service, in bytes and milliseconds. Slow or endless requests end here and not in the memory. */
export type Limits = {
  /** The largest body; more is answered 413. */
  readonly bodyBytes: number;
  /** What all answers together may hold in memory while their clients read them; beyond it the slowest connections are closed. */
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
};

/** What docs/service.md promises. */
export const defaultLimits: Limits = {
  bodyBytes: 1_048_576,
  answerBytes: 67_108_864,
  headers: 10_000,
  request: 30_000,
  keepAlive: 75_000,
  checkEvery: 2000,
  drain: 10_000,
};
