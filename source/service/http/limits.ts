/** The limits of a client's requests, in bytes and milliseconds. */
export type Limits = Readonly<typeof defaultLimits>;

/** As docs/service.md promises. */
export const defaultLimits = {
  /** The largest body; more is answered 413. Five times the largest animal there can be, its name all escaped. */
  bodyBytes: 65_536,
  /** How many connections there may be; more are closed at once. An idle one takes 12 to 17 KB, with TLS 50. */
  connections: 10_000,
  /** How many unanswered requests a connection may have; with more it is closed behind the next answer. */
  waiting: 100,
  /** What all unread answers may hold in memory; beyond it the slowest connections are closed. */
  answerBytes: 67_108_864,
  /** From the first byte until the header is whole; after that 408. */
  headers: 10_000,
  /** From the first byte until the body is whole; after that 408. */
  request: 30_000,
  /** How long an idle connection is kept. Longer than the 60 s of common load balancers, so that they close first. */
  keepAlive: 75_000,
  checkEvery: 2000,
  /** For how long a result of `/readyz` is kept. */
  readinessKept: 1000,
  /** How long requests in flight may take once the service is told to stop. */
  drain: 10_000,
};
