/** `npm run dev`: opens the app, and opens it anew whenever the source changed. Ctrl-C or `q` ends it. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { watch } from 'node:fs';

let app: ChildProcess | undefined;
let restarting = false;

function open(): void {
  if (spawnSync(process.execPath, ['scripts/build.ts'], { stdio: 'inherit' }).status !== 0) {
    return;
  }

  app = spawn(process.execPath, ['dist/cli.js', 'demo'], { stdio: 'inherit' });
  app.once('exit', (code) => {
    if (!restarting) {
      process.exit(code ?? 0);
    }

    restarting = false;
    open();
  });
}

let pending: NodeJS.Timeout | undefined;
watch('source', { recursive: true }, () => {
  clearTimeout(pending);
  // Editors write in bursts.
  pending = setTimeout(() => {
    if (app && !restarting) {
      restarting = true;
      app.kill('SIGTERM');
    } else if (!app) {
      open();
    }
  }, 100);
});
// The app handles these itself; this process ends with it.
process.on('SIGINT', () => undefined);
open();
