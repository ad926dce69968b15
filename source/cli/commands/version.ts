import { version } from '../../platform/process/self.js';
import type { Run } from '../parse/command.js';

/** `petstore version`: what `--version` prints. */
export const printVersion: Run = async (_input, { output }) => {
  await output.printText(version, { version });
};
