import { systemClock } from '../../platform/time/clock.ts';

/** How much a record matters, the least first. */
export const logLevels = ['debug', 'info', 'warn', 'error'] as const;

/** One of them. */
export type LogLevel = (typeof logLevels)[number];

/** Where records of a level and those that matter more go, each as a line of JSON. */
export type LogTarget = { readonly write: (line: string) => void; readonly level?: LogLevel | undefined };

/** For Fastify's own logger, pino. Records never hold a key, a body, a query or an animal's name. */
export function toLoggerOptions({ write, level = 'info' }: LogTarget) {
  return {
    level,
    stream: { write },
    base: null,
    messageKey: 'event',
    errorKey: 'error',
    timestamp: () => `,"time":"${new Date(systemClock.now()).toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { error: describeError },
  };
}

/** With its causes, down to the first one: the client often sees only the last of several. */
function describeError(failure: unknown): string {
  if (!(failure instanceof Error)) {
    return String(failure);
  }

  const own = failure.stack ?? failure.message;
  return failure.cause instanceof Error ? `${own}\ncaused by: ${describeError(failure.cause)}` : own;
}
