import { settingDefinitions } from '../../../app/settings/setting-definitions.js';
import type { Run } from '../../parse/command.js';
import { exitCode } from '../../run/exit-code.js';

/** `petstore config list`. */
export const run: Run = async (_input, context) => {
  const { settings } = await context.openHome();
  const items = settings.all.map(({ name, value, source }) => ({ name, value: value ?? null, source }));
  const titles = ['NAME', 'VALUE', 'FROM', 'MEANING'];
  const meaningOf = (name: string) => settingDefinitions.find((definition) => definition.name === name)?.summary ?? '';
  await context.output.print({
    json: { settings: items },
    items,
    screen: { titles, rows: items.map(({ name, value, source }) => [name, value ?? '', source, meaningOf(name)]), flexible: 3 },
    rows: { titles: ['name', 'value', 'source'], rows: items.map(({ name, value, source }) => [name, value ?? '', source]) },
  });
  return exitCode.done;
};
