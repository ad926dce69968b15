/** V8's flag for a small footprint, by its major version; others may not know it, and would say so. */
const flags: Readonly<Record<string, string>> = { 12: '--semi-space-growth-factor=1', 13: '--memory-saver-mode' };

/**
 * A process that ends waits for V8's compiling threads, and one of those may wait for the main thread to tidy up, so
 * that the process never ends: seen after `q` and after SIGHUP (nodejs/node#54918). So the main thread compiles simple
 * code, and the compiler in the middle, the other one that is known to wait, is switched off.
 */
const endSurely = ['--no-concurrent-sparkplug', '--no-maglev'];

/**
 * Has V8 tidy up earlier. Somebody keeps the app open all day, and after reading a list of 100 000 pets it would hold
 * three times its need: V8 waits until there is that much to tidy up. Reading and searching them takes as long.
 */
export function keepHeapSmall({ versions }: Pick<NodeJS.Process, 'versions'>): void {
  const flag = flags[versions.v8.split('.')[0] ?? ''];
  if (flag !== undefined) {
    const { setFlagsFromString } = process.getBuiltinModule('node:v8');
    [flag, ...endSurely].forEach((each) => setFlagsFromString(each));
  }
}

/** Tidies up after every 4 MiB instead of up to 32: a server's peak falls to half, and requests take as long. */
export function keepYoungHeapSmall({ versions }: Pick<NodeJS.Process, 'versions'>): void {
  if (flags[versions.v8.split('.')[0] ?? ''] !== undefined) {
    const { setFlagsFromString } = process.getBuiltinModule('node:v8');
    const flagsOfServer = ['--max-semi-space-size=4', '--semi-space-growth-factor=1', ...endSurely];
    flagsOfServer.forEach((each) => setFlagsFromString(each));
  }
}
