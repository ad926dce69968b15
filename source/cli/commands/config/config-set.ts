import { useProfile } from '../../../app/profiles/change-profiles.js';
import { changeSetting } from '../../../app/settings/change-setting.js';
import type { Run } from '../../parse/command.js';
import { exitCode } from '../../run/exit-code.js';
import { findSetting } from './find-setting.js';

/** `petstore config set`: in the configuration file only; tells where another value still wins. */
export const run: Run = async (input, context) => {
  const [asked = '', value = ''] = input.arguments;
  const { name } = findSetting(asked);
  const home = await context.openHome();
  await (name === 'profile' && value !== 'default' ? useProfile(home, value) : changeSetting(home, name, value === 'default' ? undefined : value));
  const { settings } = await home.reload();
  const now = settings.all.find((setting) => setting.name === name);
  await context.output.print({ json: { name, value: now?.value ?? null, source: now?.source }, screen: { lines: [] }, rows: { titles: ['name', 'value'], rows: [[name, now?.value ?? '']] } });
  context.output.say(`${name} is ${now?.value ?? 'not set'} (${now?.source ?? 'default'}).`);
  return exitCode.done;
};
