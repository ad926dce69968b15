import { systemClock } from '../../platform/time/clock.js';
import type { Environment } from '../../platform/process/environment.js';
import { createLog, stacksOf } from '../../platform/process/log.js';
import { locateFolders } from '../../platform/files/paths.js';

/** Writes an error that nobody foresaw to the log file, stack and causes too, and returns what to tell a person instead. */
export function describeUnexpected(error: unknown, environment: Environment): string {
  const log = createLog(locateFolders(environment.home).state, systemClock);
  if (environment.apiKey !== undefined) {
    log.conceal(environment.apiKey);
  }

  log.write('unexpected', { stacks: stacksOf(error) });
  return `Something unexpected went wrong. What was saved before is kept. What happened is in ${log.path}; please report it.`;
}
