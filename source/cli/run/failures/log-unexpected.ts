import { systemClock } from '../../../platform/time/clock.js';
import type { Environment } from '../../../platform/process/environment.js';
import { createLog, stacksOf } from '../../../platform/process/log.js';
import { isReplaced, replacedText } from '../../../platform/process/self.js';
import { locateFolders } from '../../../platform/files/paths.js';

/**
 * Writes an unexpected error to the log file, with its stack and causes, and returns the sentence that a person is told
 * instead.
 */
export function describeUnexpected(error: unknown, environment: Environment): string {
  const folders = locateFolders(environment.home);
  if (!folders) {
    return `Something unexpected went wrong (${String(error)}); please report it.`;
  }

  const log = createLog(folders.state, systemClock);
  if (environment.apiKey !== undefined) {
    log.conceal(environment.apiKey);
  }

  log.write('unexpected', { stacks: stacksOf(error) });
  if (isReplaced(error)) {
    return replacedText;
  }

  return (
    'Something unexpected went wrong. Everything saved before is kept. ' +
    `The details are in ${log.path}; please report it.`
  );
}
