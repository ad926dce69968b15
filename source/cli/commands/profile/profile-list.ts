import { listProfiles, } from '../../../app/profiles/profiles.js';
import { chosenProfileName } from '../../../app/home.js';
import type { Run } from '../../parse/command.js';
import { exitCode } from '../../run/exit-code.js';

/** `petstore profile list`. */
export const run: Run = async (_input, context) => {
  const home = await context.openHome();
  const profiles = listProfiles(home.config, home.environment);
  const current = chosenProfileName(home);
  const items = profiles.map(({ name, baseUrl, allowHttp, idempotency, source }) => ({ name, baseUrl, allowHttp, idempotency, source, current: name === current }));
  const titles = ['NAME', 'ADDRESS', 'CURRENT'];
  const rows = items.map((item) => [item.name, item.baseUrl, item.current ? `yes (${home.settings.profile.source})` : '']);
  await context.output.print({ json: { profiles: items }, items, screen: { titles, rows, flexible: 1 }, rows: { titles: ['name', 'baseUrl', 'current'], rows: items.map((item) => [item.name, item.baseUrl, item.current ? 'yes' : '']) } });
  if (items.length === 0) {
    context.output.say('No profile is set up. Add one with `petstore profile add NAME --base-url URL`, or try `petstore demo`.');
  }

  return exitCode.done;
};
