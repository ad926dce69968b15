import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import test from 'ava';
import packageJson from '../../package.json' with { type: 'json' };
import { buildDeb } from '../../tools/deb.ts';
import { programEnvironment } from '../helpers/program.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { packProject } from './pack-project.ts';

const onDebian = existsSync('/usr/bin/dpkg-deb') ? test : test.skip;

onDebian(
  'the package for Debian installs, runs from there, has its manual page and completions, and is removed whole',
  (t) => {
    const folder = temporaryFolder(t);
    const deb = buildDeb(folder, packProject());
    const root = join(folder, 'a root of its own');
    const home = join(folder, 'home');
    for (const path of ['var/lib/dpkg/info', 'var/lib/dpkg/updates', 'var/lib/dpkg/triggers']) {
      mkdirSync(join(root, path), { recursive: true });
    }

    writeFileSync(join(root, 'var/lib/dpkg/status'), '');
    const dpkg = (...args: readonly string[]) =>
      spawnSync('dpkg', [`--root=${root}`, '--force-not-root', '--force-bad-path', ...args], {
        encoding: 'utf8',
        timeout: 60_000,
      });
    const refused = dpkg('--install', deb);
    t.regex(refused.stderr, /petstore depends on nodejs \(>= 22\.20\)/, 'where there is no Node.js');
    const installed = dpkg('--force-depends', '--install', deb);
    t.is(installed.status, 0, installed.stderr);

    const env = {
      ...programEnvironment(home),
      PATH: [join(root, 'usr/bin'), dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter),
    };
    const petstore = (...args: readonly string[]): string =>
      execFileSync('petstore', args, { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], timeout: 60_000 });
    t.is(petstore('--version'), `${packageJson.version}\n`);
    t.regex(petstore('demo', '--help'), /petstore demo/);
    t.regex(petstore('demo'), /Coco|Luna/);
    t.regex(
      execFileSync('gzip', ['-dc', join(root, 'usr/share/man/man1/petstore.1.gz')], {
        encoding: 'utf8',
        timeout: 60_000,
      }),
      /^\.TH "?PETSTORE/im,
    );
    for (const path of [
      'bash-completion/completions/petstore',
      'zsh/vendor-completions/_petstore',
      'fish/vendor_completions.d/petstore.fish',
    ]) {
      t.regex(readFileSync(join(root, 'usr/share', path), 'utf8'), /__complete/, path);
    }

    t.is(
      readFileSync(join(root, 'usr/lib/systemd/system/petstore@.service'), 'utf8'),
      readFileSync('data/petstore@.service', 'utf8'),
    );
    t.false(existsSync(join(root, 'etc/systemd')), 'it is enabled by nobody but its operator');
    t.regex(readFileSync(join(root, 'usr/share/doc/petstore/copyright'), 'utf8'), /MIT[^]*react/i);
    petstore('add', '--profile', 'demo', '--name', 'Luna', '--category', '2', '--no-wait');
    t.is(dpkg('--purge', 'petstore').status, 0);
    t.false(existsSync(join(root, 'usr/lib/petstore')));
    t.true(existsSync(home));

    // Of no builder and no day: the same bytes each time.
    const listed = execFileSync('dpkg-deb', ['--contents', deb], {
      encoding: 'utf8',
      timeout: 60_000,
      env: { ...process.env, TZ: 'UTC' },
    });
    for (const line of listed.trim().split('\n')) {
      t.regex(line, /^[-dl][rwx-]{9} root\/root +\d+ 1985-10-26 08:15 /);
    }
  },
);
