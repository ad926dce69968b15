/** The exit codes, public interface: see `petstore help exit-codes`. */
export const exitCode = {
  done: 0,
  unexpected: 1,
  wrongUse: 2,
  notFound: 3,
  unauthorized: 4,
  unreachable: 5,
  rejected: 6,
  storage: 7,
  waiting: 8,
  interrupted: 130,
  terminated: 143,
} as const;
