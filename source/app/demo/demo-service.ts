/**
 * The built-in store: this very program as a child process, its database and key in `data/demo`. Each start runs one of
 * its own, also beside another demo: both work on the same file, and neither depends on how long the other stays. The
 * child ends when its standard input does, however this process ends.
 */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import * as z from 'zod/mini';
import type { Clock } from '../../platform/time/clock.ts';
import { findDataFile } from '../../platform/files/paths.ts';
import { replaceFile } from '../../platform/files/durable-file.ts';
import { unlessErrno } from '../../platform/files/errno.ts';
import type { FileSystem } from '../../platform/files/file-system.ts';
import { checkPathLength } from '../../platform/concurrency/open-sqlite.ts';
import { environmentOfChild, type Self } from '../../platform/process/self.ts';
import { makeFolder } from '../../platform/files/make-folder.ts';
import { failAs, StorageError, toStorageError } from '../../local/documents/storage-error.ts';

const readySchema = z.object({ baseUrl: z.string(), apiKey: z.optional(z.string()) });
const failureSchema = z.object({ error: z.object({ message: z.string() }) });
const newKeySchema = z.object({ apiKey: z.string() });

type Options = { readonly folder: string; readonly fileSystem: FileSystem; readonly clock: Clock; readonly self: Self };

/** Until a child says its first line, in milliseconds: a slow machine needs seconds for the database. */
const firstLineMs = 30_000;

/** Starts the service and waits until it is ready. Throws a `StorageError`; then no child is left. */
export async function startDemoService({ folder, fileSystem, clock, self }: Options) {
  const database = join(folder, 'pets.sqlite');
  try {
    await makeFolder(fileSystem, folder);
    checkPathLength(database);
  } catch (error) {
    throw toStorageError('The built-in store was not started', folder, error);
  }

  const place = ['--host', '127.0.0.1', '--port', '0'];
  const store = ['--database', database, '--seed', findDataFile('demo-pets.json', import.meta.url)];
  const child = start(self, ['serve', '--json', ...place, ...store, '--rate-limit', '0', '--end-with-stdin']);
  return await orKill(child, async () => {
    const ready = await readLine(child, readySchema, clock, 'The built-in store did not start');
    const keyPath = join(folder, 'key');
    const kept = ready.apiKey === undefined ? await readKept(fileSystem, keyPath) : undefined;
    const apiKey = kept ?? ready.apiKey ?? (await makeKey(self, database, clock));
    if (kept === undefined) {
      const failed = failAs('The key of the built-in store was not saved', keyPath);
      await replaceFile(fileSystem, keyPath, `${apiKey}\n`).catch(failed);
    }

    return { baseUrl: ready.baseUrl, apiKey, keyPath, stop: () => child.stdin.end() };
  });
}

/** A child whose work failed is known here alone, so it is ended here. Its database survives being killed. */
async function orKill<T>(child: ChildProcessWithoutNullStreams, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
}

/** The key from the last start; undefined at the first one, or if it was deleted. */
async function readKept(fileSystem: FileSystem, keyPath: string): Promise<string | undefined> {
  const failed = failAs('The key of the built-in store cannot be read', keyPath);
  return (await unlessErrno(fileSystem.readFile(keyPath), 'ENOENT').catch(failed))?.toString().trim();
}

async function makeKey(self: Self, database: string, clock: Clock): Promise<string> {
  const child = start(self, ['keys', 'create', '--json', '--label', 'demo', '--database', database]);
  const made = await orKill(child, () => readLine(child, newKeySchema, clock, 'The built-in store has no key'));
  return made.apiKey;
}

function start(self: Self, command: readonly string[]): ChildProcessWithoutNullStreams {
  return spawn(self.command, [...self.arguments, ...command], { env: environmentOfChild(), windowsHide: true });
}

async function readLine<T>(
  child: ChildProcessWithoutNullStreams,
  schema: { parse(data: unknown): T },
  clock: Clock,
  what: string,
): Promise<T> {
  let said = '';
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const fail = (why: string): void => reject(new StorageError({ code: 'demo', message: `${what}: ${why}` }));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    // The end is enough for a message; a long-running service writes a line a request.
    said = (said + chunk).slice(-2000);
  });
  child.once('error', (error) => fail(error.message));
  child.once('exit', (code) => {
    const sentences = said
      .trim()
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('{'));
    fail(sentences.at(-1) ?? `its process ended with ${String(code)}.`);
  });
  createInterface({ input: child.stdout }).once('line', (line) => {
    try {
      const answer: unknown = JSON.parse(line);
      const failure = failureSchema.safeParse(answer);
      if (failure.success) {
        fail(failure.data.error.message);
      } else {
        resolve(schema.parse(answer));
      }
    } catch {
      fail(`it said something unexpected (${line.slice(0, 80)}).`);
    }
  });

  const answered = new AbortController();
  void clock
    .wait(firstLineMs, answered.signal)
    .then(() => fail(`it said nothing for ${firstLineMs / 1000} s. Try again when the machine has less to do.`));
  try {
    return await promise;
  } finally {
    answered.abort();
  }
}
