/**
 * Gives everything that is packed the same mode, whatever the umask was when it was cloned and built, so that the same
 * commit gives the same tarball.
 */
import { chmodSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import packageJson from '../package.json' with { type: 'json' };

function settle(path: string): void {
  if (statSync(path).isDirectory()) {
    readdirSync(path).forEach((name) => settle(join(path, name)));
  } else {
    chmodSync(path, 0o644);
  }
}

// npm packs the last three in any case; a path after `!` is left out.
[...packageJson.files.filter((path) => !path.startsWith('!')), 'LICENSE', 'README.md', 'package.json'].forEach(settle);
