import { spawnSync } from 'node:child_process';
import { lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Row } from '../measure/row.ts';
import type { World } from '../measure/world.ts';

/** The packed program installed for all users of an empty machine: what it takes on the disk, and how many packages. */
export function measureInstall({ folder }: World): readonly Row[] {
  const root = resolve(import.meta.dirname, '../../..');
  const [packed] = JSON.parse(npm(['pack', '--json', '--ignore-scripts', '--pack-destination', folder], root)) as [
    { filename: string },
  ];
  const prefix = join(folder, 'prefix');
  mkdirSync(prefix);
  npm(['install', '--global', '--prefix', prefix, '--no-audit', '--no-fund', join(folder, packed.filename)], folder);

  const modules = join(prefix, process.platform === 'win32' ? 'node_modules' : 'lib/node_modules');
  const [packages, bytes] = [countPackages(modules), sizeOf(modules)];
  return [
    {
      measured: 'global install of the packed tarball',
      against: 'MiB on disk',
      value: bytes / 2 ** 20,
      atMost: 12,
      detail: `${bytes} bytes`,
    },
    {
      measured: 'global install of the packed tarball',
      against: 'packages',
      value: packages,
      atMost: 40,
      detail: `${packages}`,
    },
  ];
}

function npm(args: readonly string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync('npm', args, {
    cwd,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status !== 0) {
    throw new Error(`npm ${args.join(' ')} failed: ${stderr}`);
  }

  return stdout;
}

/** What the files occupy, in whole blocks where the system tells them. */
function sizeOf(path: string): number {
  const stats = lstatSync(path);
  const own = stats.blocks > 0 ? stats.blocks * 512 : stats.size;
  return own + (stats.isDirectory() ? readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0) : 0);
}

/** Folders of a `node_modules` that hold a package, those inside packages too. */
function countPackages(modules: string): number {
  const folders = readdirSync(modules, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && !entry.name.startsWith('.'),
  );
  return folders.reduce((sum, { name }) => {
    const path = join(modules, name);
    const inner = readdirSync(path).includes('node_modules') ? countPackages(join(path, 'node_modules')) : 0;
    return sum + (name.startsWith('@') ? countPackages(path) : 1 + inner);
  }, 0);
}
