/**
 * Tries the package as a user would: packs it, installs the tarball globally into an empty prefix, runs it, removes it.
 *
 *     node tools/try-package.ts [NODE...]     with other Node binaries than this one
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import packageJson from '../package.json' with { type: 'json' };
import { packInto } from './pack-into.ts';
import { runNpm } from './run-npm.ts';

/** The outcome with one Node. */
export type Trial = {
  readonly node: string;
  readonly version: string;
  /** Animals that `petstore demo` listed. */
  readonly listed: number;
  /** The shells that got a completion script. */
  readonly completion: string;
  /** Whether `man petstore` would find its page. */
  readonly manual: boolean;
  /** Files that an uninstall left in the prefix. */
  readonly left: readonly string[];
  /** Whether the person's animals are as they were, after the uninstall. */
  readonly kept: boolean;
};

/**
 * Tries the project's tarball with each Node. Throws if a step fails.
 *
 * @param tarball without one, the project is packed as it is built now
 */
export function tryPackage(nodes: readonly string[], tarball?: string): readonly Trial[] {
  const folder = mkdtempSync(join(tmpdir(), 'petstore-package-'));
  try {
    const tried = tarball ?? packInto(folder);
    return nodes.map((node, index) => tryOne(node, tried, join(folder, String(index))));
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

function tryOne(node: string, tarball: string, folder: string): Trial {
  const home = join(folder, 'home');
  const prefix = join(folder, 'prefix');
  mkdirSync(home, { recursive: true });
  mkdirSync(prefix);
  const env = { PATH: [dirname(node), join(prefix, 'bin'), '/usr/bin', '/bin'].join(delimiter), HOME: home };
  runNpm(node, ['install', '--global', '--prefix', prefix, '--offline', tarball], env);
  // By its name, as a person types it: what `env node` in its first line finds is this Node.
  const petstore = (...args: readonly string[]): string =>
    execFileSync('petstore', args, { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], timeout: 60_000 });
  const trial = {
    node: execFileSync(node, ['--version'], { encoding: 'utf8' }).trim(),
    version: petstore('--version').trim(),
    listed: petstore('demo').trim().split('\n').length,
    completion: ['bash', 'zsh', 'fish']
      .filter((shell) => petstore('completion', shell).includes('__complete'))
      .join(' '),
    manual: existsSync(join(prefix, 'share/man/man1/petstore.1')),
  };
  petstore('add', '--profile', 'demo', '--name', 'Luna', '--category', '2', '--no-wait');
  const entered = filesBelow(home).filter((file) => file.includes('/stores/'));
  runNpm(node, ['uninstall', '--global', '--prefix', prefix, packageJson.name], env);
  return {
    ...trial,
    left: filesBelow(prefix),
    kept: entered.some((file) => file.endsWith('/queue.json')) && entered.every((file) => existsSync(file)),
  };
}

/** Every file below a folder. npm's own note of installed packages is not one of ours. */
function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() || entry.name === '.package-lock.json' ? [] : [join(entry.parentPath, entry.name)],
  );
}

if (import.meta.main) {
  const [, , ...nodes] = process.argv;
  console.table(tryPackage(nodes.length > 0 ? nodes : [process.execPath]));
}
