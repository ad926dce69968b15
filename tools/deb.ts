/**
 * Makes a package for Debian and its relatives of the project as it is built now: `petstore_VERSION_all.deb`, in this
 * folder or another. It holds the files of the tarball for npm without the optional keychain, the manual page and
 * completions in the system's folders for them, and the units of systemd.
 *
 *     node tools/deb.ts [FOLDER]
 */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import packageJson from '../package.json' with { type: 'json' };
import { packInto } from './pack-into.ts';

/** What npm gives every file of a tarball, so that the same sources give the same bytes here, too. */
const date = String(Date.UTC(1985, 9, 26, 8, 15) / 1000);

const completions = {
  bash: 'usr/share/bash-completion/completions/petstore',
  zsh: 'usr/share/zsh/vendor-completions/_petstore',
  fish: 'usr/share/fish/vendor_completions.d/petstore.fish',
};

/**
 * Builds the package and returns its path.
 *
 * @param tarball its source; without one, the project is packed as it is built now
 */
export function buildDeb(folder: string, tarball?: string): string {
  const work = mkdtempSync(join(tmpdir(), 'petstore-deb-'));
  try {
    const root = join(work, 'root');
    layOut(unpack(work, tarball ?? packInto(work)), root);
    const path = resolve(folder, `petstore_${packageJson.version}_all.deb`);
    execFileSync('dpkg-deb', ['--root-owner-group', '-Zxz', '--build', root, path], {
      env: { ...process.env, SOURCE_DATE_EPOCH: date },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    return path;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** The tarball for npm, unpacked: both packages have the same files. */
function unpack(work: string, tarball: string): string {
  execFileSync('tar', ['-xzf', tarball, '-C', work]);
  return join(work, 'package');
}

function layOut(from: string, root: string): void {
  const place = (path: string, content: string | Buffer): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  };
  const move = (path: string, to: string): void => {
    for (const entry of readdirSync(join(from, path), { withFileTypes: true })) {
      if (entry.isDirectory()) {
        move(join(path, entry.name), join(to, entry.name));
      } else {
        place(join(to, entry.name), readFileSync(join(from, path, entry.name)));
      }
    }
  };
  const read = (name: string): string => readFileSync(join(from, name), 'utf8');

  move('dist', 'usr/lib/petstore/dist');
  move('data', 'usr/lib/petstore/data');
  move('docs', 'usr/share/doc/petstore/docs');
  place('usr/lib/petstore/package.json', read('package.json'));
  // Not enabled: whoever installs a client runs no service.
  for (const unit of readdirSync(join(from, 'data')).filter((name) => /\.(?:service|timer)$/.test(name))) {
    place(`usr/lib/systemd/system/${unit}`, read(`data/${unit}`));
  }

  place('usr/share/doc/petstore/README.md', read('README.md'));
  place('usr/share/doc/petstore/copyright', `${read('LICENSE')}\n${read('dist/licenses.txt')}`);
  place('usr/share/doc/petstore/changelog.gz', gzipSync(read('CHANGELOG.md'), { level: 9 }));
  place('usr/share/man/man1/petstore.1.gz', gzipSync(read('dist/petstore.1'), { level: 9 }));
  for (const [shell, path] of Object.entries(completions)) {
    place(path, execFileSync(process.execPath, [join(from, 'dist/cli.js'), 'completion', shell]));
  }

  mkdirSync(join(root, 'usr/bin'));
  symlinkSync('../lib/petstore/dist/cli.js', join(root, 'usr/bin/petstore'));
  place('DEBIAN/control', toControl());
  settleModes(root);
  chmodSync(join(root, 'usr/lib/petstore/dist/cli.js'), 0o755);
}

function toControl(): string {
  const node = packageJson.engines.node.replace(/^>=/, '');
  return `Package: petstore
Version: ${packageJson.version}
Architecture: all
Maintainer: The petstore developers <petstore@example.org>
Section: utils
Priority: optional
Depends: nodejs (>= ${node})
Description: ${packageJson.description.replace(/^A /, '')}
 Browse a pet store and add animals from the terminal, with or without a network:
 what you enter is never lost, never sent twice, and never sent to another store.
`;
}

/** Whatever the umask is here. */
function settleModes(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) {
      settleModes(join(folder, entry.name));
    } else if (entry.isFile()) {
      chmodSync(join(folder, entry.name), 0o644);
    }
  }
}

if (import.meta.main) {
  console.log(buildDeb(process.argv[2] ?? '.'));
}
