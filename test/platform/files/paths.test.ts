import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { findPersonsFolder, foldersBelow, locateFolders } from '../../../source/platform/files/paths.ts';

const serialOnPosix = process.platform === 'win32' || process.platform === 'darwin' ? test.serial.skip : test.serial;

function setVariables(t: ExecutionContext, variables: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(variables)) {
    const before = process.env[name];
    process.env[name] = value;
    t.teardown(() => {
      if (before === undefined) {
        Reflect.deleteProperty(process.env, name);
      } else {
        process.env[name] = before;
      }
    });
  }
}

const noXdg = { XDG_CONFIG_HOME: '', XDG_DATA_HOME: '', XDG_STATE_HOME: '' };

serialOnPosix('the folders are those of XDG: below the home, or where the variables say', (t) => {
  setVariables(t, { ...noXdg, HOME: '/home/ann' });
  t.deepEqual(locateFolders(undefined), {
    config: '/home/ann/.config/petstore',
    data: '/home/ann/.local/share/petstore',
    state: '/home/ann/.local/state/petstore',
  });
  setVariables(t, { XDG_CONFIG_HOME: '/c', XDG_DATA_HOME: '/d', XDG_STATE_HOME: '/s' });
  t.deepEqual(locateFolders(undefined), { config: '/c/petstore', data: '/d/petstore', state: '/s/petstore' });
});

for (const home of ['', 'relative', '.']) {
  serialOnPosix(
    `HOME=${home}: what is entered in one folder is found from the next, because the system tells the home`,
    (t) => {
      setVariables(t, { ...noXdg, HOME: home });
      t.is(locateFolders(undefined)?.data, join(userInfo().homedir, '.local/share/petstore'));
    },
  );
}

serialOnPosix('a relative folder in a variable of XDG is ignored', (t) => {
  setVariables(t, { HOME: '/home/ann', XDG_CONFIG_HOME: 'c', XDG_DATA_HOME: './d', XDG_STATE_HOME: 's' });
  t.deepEqual(locateFolders(undefined), {
    config: '/home/ann/.config/petstore',
    data: '/home/ann/.local/share/petstore',
    state: '/home/ann/.local/state/petstore',
  });
});

test('a user of whom the system has no record has a home where HOME tells one, and none otherwise', (t) => {
  const unknown = (): string => {
    throw new Error('uv_os_get_passwd returned ENOENT');
  };
  t.is(findPersonsFolder([() => '/home/ann', unknown]), '/home/ann');
  t.is(findPersonsFolder([() => '', unknown]), undefined);
  t.is(findPersonsFolder([unknown, unknown]), undefined);
});

test('PETSTORE_HOME is one folder for all, and none if it is relative', (t) => {
  const home = join(tmpdir(), 'pets');
  t.deepEqual(locateFolders(home), foldersBelow(home));
  for (const relative of ['pets', './pets', '~/pets', '~']) {
    t.is(locateFolders(relative), undefined);
  }
});
