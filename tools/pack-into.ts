import { join } from 'node:path';
import process from 'node:process';
import { runNpm } from './run-npm.ts';

/** Packs the project for npm as it is built now, into a folder, and returns the tarball's path. */
export function packInto(folder: string): string {
  const [packed] = JSON.parse(
    runNpm(process.execPath, ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], process.env),
  ) as { filename: string }[];
  return join(folder, packed?.filename ?? '');
}
