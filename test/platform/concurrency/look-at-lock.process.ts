/** Looks at a lock on and on, and says after each thousand looks how often it was held. */
import { isKernelLockHeld } from '../../../source/platform/concurrency/kernel-lock.ts';

const [path = ''] = process.argv.slice(2);
process.stdin.resume().on('end', () => process.exit(0));

function look(): void {
  let held = 0;
  for (let times = 0; times < 1000; times += 1) {
    held += isKernelLockHeld(path) ? 1 : 0;
  }

  process.stdout.write(`${held}\n`);
  setImmediate(look);
}

look();
