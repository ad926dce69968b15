/** A kept frame that does not fit, or is none: nothing is shown before the program is loaded, and all goes as always. */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import test from 'ava';
import { programPath, runProgram } from '../../helpers/program.js';
import { temporaryFolder } from '../../helpers/temporary-folder.js';
import { onFullDisk } from '../../helpers/terminal.js';
import { keepHome, savedHome, savePets, type KeptHome, type StartOptions } from './kept-home.js';

const isShown = async ({ begin }: KeptHome, options?: StartOptions): Promise<boolean> => {
  const written = await begin(options);
  const isEntered = written.includes('\u001B[?1049h');
  if (isEntered !== written.includes('Pet number')) {
    throw new Error(`The screen was switched without rows: ${JSON.stringify(written)}`);
  }

  return isEntered;
};

/** Opens the app and leaves it as ever, with nothing said of a frame. */
async function opensAsEver(kept: KeptHome): Promise<string> {
  const terminal = kept.start();
  await terminal.waitFor('Pet number');
  await terminal.waitFor('○ offline');
  terminal.press('q');
  if ((await terminal.exit).code !== 0) {
    throw new Error(terminal.written());
  }

  return terminal.written();
}

const spoilt: Readonly<Record<string, (path: string, text: string) => void>> = {
  'is torn': (path, text) => writeFileSync(path, text.slice(0, text.length / 2)),
  'is empty': (path) => writeFileSync(path, ''),
  'is huge': (path, text) => writeFileSync(path, text + ' '.repeat(70_000)),
  'is of another form': (path) => writeFileSync(path, '{"madeFor":"","madeFrom":[],"rows":[[["Pet number 1"]]]}'),
  'is of another version': (path, text) => writeFileSync(path, text.replace(/\[\\"\d+\.\d+\.\d+/, '[\\"0.0.1')),
  'is a link': (path) => {
    renameSync(path, `${path}.moved`);
    symlinkSync(`${path}.moved`, path);
  },
  'is a pipe': (path) => {
    rmSync(path);
    execFileSync('mkfifo', [path]);
  },
  'is a folder': (path) => {
    rmSync(path);
    mkdirSync(path);
  },
  'may be written by others': (path) => chmodSync(path, 0o622),
  'has an escape sequence in a text': (path, text) =>
    writeFileSync(path, text.replace('Pet number 30', '\\u001b[2JPet')),
  'has a control in a text': (path, text) => writeFileSync(path, text.replace('Pet number 30', 'Pet\\u0007')),
  'hides something in a text': (path, text) => writeFileSync(path, text.replace('Pet number 30', 'Pet\\u202e')),
  'has a sequence in its looks': (path, text) => writeFileSync(path, text.replace('"7"', '"7m\\u001b[2J\\u001b[1"')),
  'has looks that are none': (path, text) => writeFileSync(path, text.replace('"7"', '"8"')),
  'has colours that are none': (path, text) =>
    writeFileSync(path, text.replace('"rows":', '"colours":{"foreground":[9,0,0],"background":[0,0,0]},"rows":')),
  'has more rows than the window': (path, text) =>
    writeFileSync(path, text.replace('"rows":[', `"rows":[${'[["Pet number 1"]],'.repeat(30)}`)),
};

/** After these the app is opened as well. The others are refused at the same place, so that it goes on alike. */
const opened = new Set(['is torn', 'is a link', 'is a pipe', 'is a folder', 'has more rows than the window']);

test.serial('a frame that is spoilt in any way is not shown, and made anew by the next start', async (t) => {
  t.timeout(240_000);
  const kept = await keepHome(t);
  t.true(await isShown(kept), 'before');
  for (const [name, spoil] of Object.entries(spoilt)) {
    const text = readFileSync(kept.framePath, 'utf8');
    spoil(kept.framePath, text);
    t.false(await isShown(kept), `one that ${name}`);
    if (opened.has(name)) {
      const written = await opensAsEver(kept);
      t.notRegex(written, /frame/, name);
    }

    if (!opened.has(name)) {
      rmSync(kept.framePath);
      writeFileSync(kept.framePath, text, { mode: 0o600 });
    } else if (name === 'is a folder') {
      // Nothing of the program takes it away.
      rmSync(kept.framePath, { recursive: true });
      await kept.visit();
    }

    t.true(await isShown(kept), `one that ${name} is made anew`);
  }
});

test.serial('nothing is shown in other surroundings than it was made for', async (t) => {
  const kept = await keepHome(t, 30, { env: { COLORTERM: 'truecolor' } });
  const usual = { COLORTERM: 'truecolor' };
  t.true(await isShown(kept, { env: usual }));
  const others: Readonly<Record<string, StartOptions>> = {
    'another TERM': { env: { ...usual, TERM: 'screen' } },
    'a dumb terminal': { env: { ...usual, TERM: 'dumb' } },
    'no TERM': { env: { ...usual, TERM: '' } },
    'another COLORTERM': { env: {} },
    NO_COLOR: { env: { ...usual, NO_COLOR: '1' } },
    FORCE_COLOR: { env: { ...usual, FORCE_COLOR: '1' } },
    'a dark background': { env: { ...usual, COLORFGBG: '15;0' } },
    'no UTF-8': { env: { ...usual, LANG: 'C' } },
    'another locale': { env: { ...usual, LANG: 'de_DE.UTF-8' } },
    'a time zone': { env: { ...usual, TZ: 'Asia/Tokyo' } },
    tmux: { env: { ...usual, TMUX: '/tmp/tmux-0/default,1,0' } },
    'a screen reader': { env: { ...usual, ACCESSIBLE: '1' } },
    'another profile': { env: { ...usual, PETSTORE_PROFILE: 'demo' } },
    'another store': { env: { ...usual, PETSTORE_BASE_URL: 'http://127.0.0.1:10/v1' } },
    'a key': { env: { ...usual, PETSTORE_API_KEY: 'pst_0123456789' } },
    'a file with a key': { env: { ...usual, PETSTORE_API_KEY_FILE: '/dev/null' } },
    'other marks': { env: { ...usual, PETSTORE_MARKS: 'off' } },
    'a wider window': { env: usual, size: [81, 24] },
    'a lower window': { env: usual, size: [80, 23] },
    'an argument': { env: usual, args: ['--no-color'] },
    'a command': { env: usual, args: ['list'] },
  };
  for (const [name, options] of Object.entries(others)) {
    t.false(await isShown(kept, options), name);
  }

  t.true(await isShown(kept, { env: usual }), 'and it is still there');
});

test.serial('without a terminal the list is printed, as ever', async (t) => {
  const { home } = await keepHome(t);
  const { stdout, code } = await runProgram(home, []);
  t.is(code, 0);
  t.true(stdout.startsWith('30\tPet number 30'));
});

/** What somebody else does meanwhile, that is to be seen; and what the app then shows first. */
const changes: Readonly<Record<string, (kept: KeptHome) => unknown>> = {
  'the configuration is edited': ({ home }) => {
    const path = join(home, 'config', 'config.json');
    writeFileSync(path, readFileSync(path, 'utf8').replace('"motion":false', '"motion":true '));
  },
  'the configuration is edited, its time is set back, and it is as long as before': ({ home }) => {
    const path = join(home, 'config', 'config.json');
    writeFileSync(path, readFileSync(path, 'utf8').replace('"motion":false', '"motion":true '));
    utimesSync(path, new Date(0), new Date(0));
  },
  'an animal is queued': ({ home }) => runProgram(home, ['add', '--name', 'Coco', '--category', '7', '--no-wait']),
  'somebody works offline': ({ home }) => runProgram(home, ['offline']),
  'the saved copy is read anew': ({ storeFolder }) => savePets(storeFolder, 31),
  'the saved copy is cleared': ({ home }) => runProgram(home, ['cache', 'clear']),
  'a part of the saved copy is damaged': ({ storeFolder }) => {
    const [shard = ''] = readdirSync(join(storeFolder, 'cache')).filter((name) => name.startsWith('pets-'));
    const path = join(storeFolder, 'cache', shard);
    writeFileSync(path, readFileSync(path, 'utf8').replace('Pet number 30', 'Pet number 99'));
  },
  'the view is another': ({ home }) => {
    const path = join(home, 'state', 'view.json');
    writeFileSync(path, readFileSync(path, 'utf8').replace('"reverse":false', '"reverse":true '));
  },
  'a key is saved': ({ home }) => {
    const folder = join(home, 'config', 'keys');
    mkdirSync(folder, { recursive: true });
    return runProgram(home, ['auth', 'login'], { input: 'pst_0123456789\n' });
  },
  'the home is put back from a copy': ({ home }) => {
    cpSync(join(home, 'data'), join(home, 'copy'), { recursive: true, preserveTimestamps: true });
    rmSync(join(home, 'data'), { recursive: true });
    renameSync(join(home, 'copy'), join(home, 'data'));
  },
};

for (const [name, change] of Object.entries(changes)) {
  test.serial(`nothing is shown once ${name}`, async (t) => {
    const kept = await keepHome(t);
    t.true(await isShown(kept), 'before');
    await change(kept);
    t.false(await isShown(kept));
  });
}

test.serial('each window has the frame of the size that was left last', async (t) => {
  const kept = await keepHome(t);
  const large = { size: [120, 40] } as const;
  t.false(await isShown(kept, large));
  await kept.visit(large);
  t.true(await isShown(kept, large));
  t.false(await isShown(kept));
});

test.serial('another build of the program shows nothing, until it has kept a frame of its own', async (t) => {
  const program = join(temporaryFolder(t), 'cli.js');
  cpSync(dirname(programPath), dirname(program), { recursive: true });
  const kept = await keepHome(t);
  t.false(await isShown(kept, { program }));
  await kept.visit({ program });
  t.true(await isShown(kept, { program }));
  t.false(await isShown(kept), 'nor does the one before');
});

test.serial('no frame is kept of files whose times lie ahead, as after the clock was set back', async (t) => {
  const kept = await savedHome(t);
  const path = join(kept.home, 'config', 'config.json');
  const later = new Date(Date.now() + 3_600_000.5);
  utimesSync(path, later, later);
  await kept.visit();
  t.false(existsSync(kept.framePath));
  t.deepEqual(
    readdirSync(dirname(kept.framePath)).filter((name) => name.includes('.new-')),
    [],
    'nothing is left lying about',
  );
});

test.serial('no frame is kept where files have times of whole seconds', async (t) => {
  const kept = await savedHome(t);
  const path = join(kept.home, 'config', 'config.json');
  utimesSync(path, new Date(1_000_000), new Date(1_000_000));
  await kept.visit();
  t.false(existsSync(kept.framePath));
});

test.serial('a home that is read aloud has no frame', async (t) => {
  const kept = await savedHome(t);
  const path = join(kept.home, 'config', 'config.json');
  writeFileSync(path, readFileSync(path, 'utf8').replace('"motion":false', '"screenReader":true'));
  await kept.visit();
  t.false(existsSync(kept.framePath));
});

test.serial('a home in which nothing can be written has no frame, and no word is said of it', async (t) => {
  const kept = await savedHome(t);
  // A file where the folder would be made.
  writeFileSync(join(kept.home, 'state'), '');
  const written = await opensAsEver(kept);
  t.notRegex(written, /frame|EEXIST|ENOTDIR/);
  t.false(await isShown(kept));
});

test.serial('a full disk keeps no frame nor a part of one, and no word is said of it', async (t) => {
  const kept = await savedHome(t);
  const terminal = kept.start({ by: onFullDisk });
  await terminal.waitFor(/offline (?:since )?\d\d:\d\d/);
  terminal.press('q');
  t.is((await terminal.exit).code, 0);
  t.notRegex(terminal.written(), /frame|EFBIG/);
  t.deepEqual(
    readdirSync(join(kept.home, 'state')).filter((name) => name === 'frame.json' || name.startsWith('.')),
    [],
  );
});

test.serial('a frame is for its owner alone, and holds nothing of the environment that is secret', async (t) => {
  const proxy = 'http://somebody:secret@127.0.0.1:9';
  const kept = await keepHome(t, 30, { env: { HTTPS_PROXY: proxy } });
  t.notRegex(readFileSync(kept.framePath, 'utf8'), /secret/);
  t.is(statSync(kept.framePath).mode & 0o777, 0o600);
});
