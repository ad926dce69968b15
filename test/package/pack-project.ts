/** The tarball for npm of the project as it is built now, which several tests look into. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join, resolve } from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };
import { packInto } from '../../tools/pack-into.ts';

/**
 * Returns the path of the tarball, and makes it only where no other test did since a packed file was last changed: npm
 * takes more than a second of a processor for it. It lies with the bundled tests, of which whatever nobody used for an
 * hour is removed (`test/bundle/`).
 */
export function packProject(): string {
  const cache = resolve('node_modules/.cache/petstore-tests');
  const kept = join(cache, `petstore-${digestOfStates()}.tgz`);
  if (existsSync(kept)) {
    utimesSync(kept, new Date(), new Date());
    return kept;
  }

  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'packing-'));
  try {
    renameSync(packInto(folder), kept);
    return kept;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A digest that is another one as soon as a file that may be packed is written, comes, goes or gets other rights. */
function digestOfStates(): string {
  const hash = createHash('sha256');
  // npm packs the last three whatever is said.
  const named = packageJson.files.filter((path) => !path.startsWith('!'));
  for (const path of [...named, 'LICENSE', 'README.md', 'package.json']) {
    const files = statSync(path).isDirectory()
      ? readdirSync(path, { recursive: true, encoding: 'utf8' })
          .map((name) => join(path, name))
          .sort()
      : [path];
    for (const file of files) {
      const { size, mtimeMs, mode } = statSync(file);
      hash.update(`${file} ${size} ${mtimeMs} ${mode}\n`);
    }
  }

  return hash.digest('hex').slice(0, 16);
}
