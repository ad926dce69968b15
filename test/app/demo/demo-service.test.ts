/** A demo that cannot be opened leaves no process behind. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { startDemoService } from '../../../source/app/demo/demo-service.ts';
import { systemClock } from '../../../source/platform/time/clock.ts';
import { diskFileSystem } from '../../../source/platform/files/file-system.ts';
import { StorageError } from '../../../source/local/documents/storage-error.ts';
import { createManualClock } from '../../helpers/manual-clock.ts';
import { programPath } from '../../helpers/program.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { until } from '../../helpers/until.ts';

/**
 * A program that notes its id and then runs `script`. A note is a file from the moment on at which it is begun: only
 * one with a text in it says something.
 */
function openSelf(t: ExecutionContext, script: string) {
  const folder = temporaryFolder(t);
  const note = join(folder, 'pid');
  const file = join(folder, 'self.mjs');
  writeFileSync(
    file,
    `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(note)}, String(process.pid)); process.stdin.resume(); ${script}`,
  );
  return {
    folder,
    self: { command: process.execPath, arguments: [file] },
    isNoted: () => existsSync(note) && readFileSync(note, 'utf8') !== '',
    isRunning: () => isRunning(Number(readFileSync(note, 'utf8'))),
  };
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

test('a service that says something else first is refused in a sentence, and ends', async (t) => {
  const { folder, self, isRunning: runs } = openSelf(t, `console.log('{}'); setInterval(() => undefined, 1000);`);
  await t.throwsAsync(startDemoService({ folder, fileSystem: diskFileSystem, clock: systemClock, self }), {
    instanceOf: StorageError,
    message: /^The built-in store did not start: it said something unexpected/,
  });
  await until('the service has ended', () => !runs());
});

test('a service that fails says why in its own sentence', async (t) => {
  const { folder, self } = openSelf(
    t,
    `console.log('{"error":{"code":"service","message":"pets.sqlite is damaged."}}');`,
  );
  await t.throwsAsync(startDemoService({ folder, fileSystem: diskFileSystem, clock: systemClock, self }), {
    instanceOf: StorageError,
    message: 'The built-in store did not start: pets.sqlite is damaged.',
  });
});

test('a service that says nothing is given up after half a minute, and ends', async (t) => {
  const clock = createManualClock();
  const { folder, self, isNoted, isRunning: runs } = openSelf(t, 'setInterval(() => undefined, 1000);');
  const starting = t.throwsAsync(startDemoService({ folder, fileSystem: diskFileSystem, clock, self }), {
    instanceOf: StorageError,
    message: /said nothing for 30 s/,
  });
  await until('the service is noted', isNoted);
  await clock.advance(29_000);
  t.true(runs());
  await clock.advance(2000);
  await starting;
  await until('the service has ended', () => !runs());
});

test('a service whose key cannot be kept ends', async (t) => {
  const {
    folder,
    self,
    isRunning: runs,
  } = openSelf(t, `process.argv[1] = ${JSON.stringify(programPath)}; await import(${JSON.stringify(programPath)});`);
  // A folder where the key should be: no permission would keep an administrator from writing.
  mkdirSync(join(folder, 'demo', 'key'), { recursive: true });
  await t.throwsAsync(
    startDemoService({ folder: join(folder, 'demo'), fileSystem: diskFileSystem, clock: systemClock, self }),
    { instanceOf: StorageError, message: /^The key of the built-in store/ },
  );
  await until('the service has ended', () => !runs());
  t.pass();
});
