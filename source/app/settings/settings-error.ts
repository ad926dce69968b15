import type { Problem } from '../../domain/problem.js';

/**
 * Something a person wrote into a flag, the environment or the configuration file cannot be used. The command had no
 * effect.
 */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
  readonly problem: Problem;

  constructor(message: string, code = 'settings') {
    super(message);
    this.problem = { code, message };
  }
}
