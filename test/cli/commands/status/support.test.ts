/** docs/questions.md says what may be sent to somebody who helps. */
import { existsSync, readFileSync } from 'node:fs';
import test from 'ava';
import { openWorldHere } from '../../../helpers/command-world.js';

test('what support is sent holds no name of an animal and no key', async (t) => {
  const { run, json, service } = await openWorldHere(t);
  service.insert({ name: 'Namewhale', categoryId: 3 });
  await run(['list']);
  service.next('400', { method: 'POST', times: 1 });
  await run(['add', '--name', 'Nameling', '--category', '7']);
  service.next('insert-then-drop', { method: 'POST', times: 1 });
  await run(['add', '--name', 'Namesake', '--category', '7']);
  await service.stop();
  await run(['sync']);
  const { paths } = (await json(['status'])).json as { readonly paths: { readonly log: string } };
  const log = existsSync(paths.log) ? readFileSync(paths.log, 'utf8') : '';
  const answers = [
    await run(['status']),
    await run(['status', '--json']),
    await run(['doctor']),
    await run(['doctor', '--json']),
  ];
  const told = [log, ...answers.flatMap(({ stdout, stderr }) => [stdout, stderr])].join('\n');
  t.regex(told, /Connection/);
  t.notRegex(told, /Name(?:whale|ling|sake)/);
  t.false(told.includes(service.apiKey));
});
