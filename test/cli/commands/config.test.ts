import test from 'ava';
import { runJson, runProgram } from '../../helpers/program.js';
import { runHere, runJsonHere } from '../../helpers/run-here.js';
import { temporaryFolder } from '../../helpers/temporary-folder.js';

test('every setting is listed with where it comes from', async (t) => {
  const home = temporaryFolder(t);
  await runHere(home, ['config', 'set', 'refresh', '90s']);
  const { settings } = (
    await runJsonHere(home, ['config'], { env: { PETSTORE_TIMEOUT: '1500ms', NO_COLOR: '1', ACCESSIBLE: '1' } })
  ).json as { settings: object[] };
  t.deepEqual(settings, [
    { name: 'profile', value: null, source: 'default' },
    { name: 'timeout', value: '1500ms', source: 'PETSTORE_TIMEOUT' },
    { name: 'settle', value: '1m', source: 'default' },
    { name: 'refresh', value: '90s', source: 'configuration file' },
    { name: 'rest', value: '5s', source: 'default' },
    { name: 'on-quit', value: 'keep', source: 'default' },
    { name: 'motion', value: 'on', source: 'default' },
    { name: 'mouse', value: 'on', source: 'default' },
    { name: 'screen-reader', value: 'on', source: 'ACCESSIBLE' },
    { name: 'theme', value: 'none', source: 'NO_COLOR' },
    { name: 'glyphs', value: 'auto', source: 'default' },
    { name: 'key-store', value: 'auto', source: 'default' },
  ]);
});

test('a setting can be changed, read and put back', async (t) => {
  const home = temporaryFolder(t);
  const read = async () => /^mouse	.*$/m.exec((await runHere(home, ['config'])).stdout)?.[0];
  t.is((await runHere(home, ['config', 'set', 'mouse', 'off'])).code, 0);
  t.is(await read(), 'mouse	off	configuration file');
  t.is((await runHere(home, ['config', 'set', 'mouse', 'default'])).code, 0);
  t.is(await read(), 'mouse	on	default');
});

test('a setting or value that does not exist is refused', async (t) => {
  const home = temporaryFolder(t);
  t.regex(
    (await runHere(home, ['config', 'set', 'timout', '1s'])).stderr,
    /no setting "timout"\. Did you mean "timeout"\?/,
  );
  t.is((await runHere(home, ['config', 'set', 'timeout', 'soon'])).code, 2);
  t.is((await runHere(home, ['config', 'set', 'motion', 'maybe'])).code, 2);
  t.is((await runHere(home, ['config', 'set', 'profile', 'none'])).code, 2);
});

test('the files are where PETSTORE_HOME, or XDG, says', async (t) => {
  const home = temporaryFolder(t);
  t.like((await runJson(home, ['config'])).json, {
    paths: {
      config: `${home}/config/config.json`,
      data: `${home}/data`,
      state: `${home}/state`,
      log: `${home}/state/petstore.log`,
    },
  });
  t.true((await runProgram(home, ['config'])).stdout.includes(`\ndata\t${home}/data\tfile\n`));
  const xdg = {
    PETSTORE_HOME: undefined,
    XDG_CONFIG_HOME: `${home}/c`,
    XDG_DATA_HOME: `${home}/d`,
    XDG_STATE_HOME: `${home}/s`,
  };
  const { paths } = (await runJson(home, ['config'], { env: xdg })).json as { paths: Record<string, string> };
  if (process.platform === 'linux') {
    t.deepEqual(paths, {
      config: `${home}/c/petstore/config.json`,
      data: `${home}/d/petstore`,
      state: `${home}/s/petstore`,
      log: `${home}/s/petstore/petstore.log`,
    });
  }
});
