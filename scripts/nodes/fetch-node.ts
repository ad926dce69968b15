import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A Node.js and an npm from the registry; most versions of Node.js come with an npm of a certain version. */
export type NodeAndNpm = { readonly node: string; readonly npm: string };

/** Puts them below a folder. Returns a folder for the PATH with only `node` and `npm` in it. */
export function fetchNode({ node, npm }: NodeAndNpm, folder: string): string {
  const nodePackage = unpack(`node-${process.platform}-${process.arch}@${node}`, join(folder, 'node'));
  const npmPackage = unpack(`npm@${npm}`, join(folder, 'npm'));
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  symlinkSync(join(nodePackage, 'bin/node'), join(bin, 'node'));
  for (const name of ['npm', 'npx']) {
    writeFileSync(
      join(bin, name),
      `#!/bin/sh\nexec '${join(bin, 'node')}' '${join(npmPackage, `bin/${name}-cli.js`)}' "$@"\n`,
      { mode: 0o755 },
    );
  }

  return bin;
}

function unpack(name: string, folder: string): string {
  mkdirSync(folder, { recursive: true });
  execFileSync('npm', ['pack', '--silent', '--pack-destination', folder, name], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  execFileSync('tar', [
    '-xzf',
    join(folder, readdirSync(folder).find((file) => file.endsWith('.tgz')) ?? ''),
    '-C',
    folder,
  ]);
  return join(folder, 'package');
}
