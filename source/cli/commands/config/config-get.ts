import type { Run } from '../../parse/command.js';
import { exitCode } from '../../run/exit-code.js';
import { findSetting } from './find-setting.js';

/** `petstore config get`: the value alone; where it comes from is in the JSON and with --verbose. */
export const run: Run = async (input, context) => {
  const { name } = findSetting(input.arguments[0] ?? '');
  const { settings } = await context.openHome();
  const { value = '', source = 'default' } = settings.all.find((setting) => setting.name === name) ?? {};
  await context.output.print({ json: { name, value: value === '' ? null : value, source }, screen: { lines: [value] } });
  context.output.detail(`From: ${source}.`);
  return exitCode.done;
};
