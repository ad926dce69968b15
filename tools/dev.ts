/**
 * `npm run dev`: builds and opens the app, and again whenever the source changes. `q` in the app ends it; Ctrl-C where
 * a build failed.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';

let version = 0;
let wake = (): void => undefined;
let pending: NodeJS.Timeout | undefined;
let app: ChildProcess | undefined;

watch('source', { recursive: true }, () => {
  clearTimeout(pending);
  // Editors write in bursts.
  pending = setTimeout(() => {
    version += 1;
    wake();
  }, 100);
});
// With an app on the terminal it is the app's business, and this ends when that does.
process.on('SIGINT', () => app ?? process.exit(130));

/** Resolves once something changed since a version; at once if it already did. */
function changeAfter(seen: number): Promise<void> {
  return version > seen ? Promise.resolve() : new Promise((resolve) => (wake = resolve));
}

/** Shows the app until it ends or the source changes. */
async function show(seen: number): Promise<void> {
  app = spawn(process.execPath, ['dist/cli.js', 'demo'], { stdio: 'inherit' });
  const ended = once(app, 'exit') as Promise<[code: number | null]>;
  const first = await Promise.race([ended, changeAfter(seen)]);
  if (first) {
    process.exit(first[0] ?? 1);
  }

  app.kill('SIGTERM');
  await ended;
  app = undefined;
}

for (;;) {
  const seen = version;
  if (spawnSync(process.execPath, ['tools/build.ts'], { stdio: 'inherit' }).status === 0) {
    await show(seen);
  } else {
    process.stderr.write('\nNothing to show: it is built again when the source changes. Ctrl-C ends.\n');
    await changeAfter(seen);
  }
}
