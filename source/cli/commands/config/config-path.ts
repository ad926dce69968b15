import type { Run } from '../../parse/command.js';
import { exitCode } from '../../run/exit-code.js';

/** `petstore config path`: the folders need not be there yet. */
export const run: Run = async (_input, context) => {
  const { folders, marks, configFile, log } = await context.openHome();
  const paths = { config: configFile.path, data: folders.data, state: folders.state, marks: marks?.folder ?? 'off', log: log.path };
  const rows = Object.entries(paths);
  await context.output.print({ json: { paths }, screen: { titles: ['WHAT', 'PATH'], rows, flexible: 1 }, rows: { titles: ['what', 'path'], rows } });
  return exitCode.done;
};
