import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { type CommandWorld, openWorldHere } from '../helpers/command-world.js';

/** A world with a configuration of these lines. */
async function openWith(t: ExecutionContext, lines: readonly string[]): Promise<CommandWorld> {
  const world = await openWorldHere(t);
  const { paths } = (await world.json(['config'])).json as { paths: { config: string } };
  mkdirSync(dirname(paths.config), { recursive: true });
  writeFileSync(paths.config, lines.join('\n'));
  return world;
}

test('what is wrong with keys is told with its line, and nothing is kept from running', async (t) => {
  const { run, json } = await openWith(t, [
    '{',
    '  "keys": {',
    '    "hodl": ["x"],',
    '    "hold": ["ctrl-1"]',
    '  }',
    '}',
  ]);
  const config = await run(['config']);
  t.is(config.code, 0);
  t.deepEqual(config.stderr.trimEnd().split('\n'), [
    'config.json, line 3: "hodl" is ignored: there is no such action; the reference names them.',
    'config.json, line 4: "hold" is ignored: no terminal sends "ctrl-1" as a key of its own.',
  ]);
  const { json: doctor, code } = await json(['doctor']);
  t.is(code, 8, 'it waits for a person');
  t.regex(JSON.stringify(doctor), /"name":"bindings","ok":false,"detail":"config\.json, line 3/);
  t.is((await run(['add', '--name', 'Coco', '--category', '7', '--no-wait'])).code, 0);
  for (const section of ['"keys": 7', '"keys": []', '"keys": null']) {
    const other = await openWith(t, ['{', section, '}']);
    t.regex(
      (await other.run(['config'])).stderr,
      /^config\.json, line 2: keys is ignored: it must be an object\.$/m,
      section,
    );
  }
});
