import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { clipboardWays, copyText } from '../../../source/platform/process/clipboard.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const programs = (variables: Readonly<Record<string, string>>, platform = 'linux'): readonly string[] =>
  clipboardWays(variables, platform).map(([program]) => program);

test('the clipboard of this machine is asked, and over ssh none but that of tmux', (t) => {
  t.deepEqual(programs({}), []);
  t.deepEqual(programs({}, 'darwin'), ['pbcopy']);
  t.deepEqual(programs({}, 'win32'), ['clip.exe']);
  t.deepEqual(programs({ WAYLAND_DISPLAY: 'wayland-0', DISPLAY: ':0', TMUX: 'x' }), ['wl-copy', 'xclip', 'tmux']);
  t.deepEqual(programs({ DISPLAY: ':0', SSH_CONNECTION: 'x', TMUX: 'x' }), ['tmux']);
});

const onUnix = process.platform === 'win32' ? test.skip : test;

onUnix('a text is copied by the first program that takes it, and where none does that is told', async (t) => {
  const folder = temporaryFolder(t);
  const variables = { PATH: `${folder}:/bin:/usr/bin`, WAYLAND_DISPLAY: 'none', DISPLAY: ':0' };
  const program = (name: string, does: string): void => {
    writeFileSync(join(folder, name), `#!/bin/sh\n${does}\n`);
    chmodSync(join(folder, name), 0o755);
  };
  // However long a busy machine takes to start one.
  const copy = (text: string, more = {}) => copyText(text, { ...variables, ...more }, 'linux', 60_000);
  program('wl-copy', 'exit 1');
  program('xclip', `cat > '${join(folder, 'copied')}'`);
  t.is(await copy('757'), 'clipboard');
  t.is(readFileSync(join(folder, 'copied'), 'utf8'), '757');
  program('xclip', 'exit 1');
  t.is(await copy('758'), undefined);
  program('tmux', `cat > '${join(folder, 'buffer')}'`);
  t.is(await copy('759', { TMUX: 'x' }), 'tmux');
  t.true(existsSync(join(folder, 'buffer')));
});
