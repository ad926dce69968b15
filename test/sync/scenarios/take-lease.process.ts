/**
 * Says `ready`, tries for 3 s from the first input on to become the sender of a folder (`FOLDER`), says what came of
 * it, and keeps the lock until its input ends.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { acquireSenderLease } from '../../../source/local/sender-lease.js';

const [folder = ''] = process.argv.slice(2);
process.stdin.once('data', () => {
  void tryFor(3000).then((lock) => {
    console.log(lock ? 'sender' : 'none');
    process.stdin.once('end', () => {
      process.exit();
    });
    process.stdin.resume();
  });
});
console.log('ready');

async function tryFor(ms: number): Promise<Awaited<ReturnType<typeof acquireSenderLease>>> {
  const deadline = Date.now() + ms;
  while (Date.now() < deadline) {
    const lock = await acquireSenderLease(folder);
    if (lock) {
      return lock;
    }

    await pause(20);
  }

  return undefined;
}
