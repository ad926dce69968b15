/** File systems that this machine has not: the built program with one kind of system call that fails throughout. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const library = join(mkdtempSync(join(tmpdir(), 'petstore-failing-calls-')), 'failing-calls.so');

/** Whether the calls of a program can be made to fail here: on Linux with a compiler of C. */
export const canFailCalls =
  process.platform === 'linux' &&
  spawnSync('cc', ['-shared', '-fPIC', '-o', library, join(import.meta.dirname, 'failing-calls.c'), '-ldl']).status ===
    0;

/** The number of an error of Linux, of which libuv and Node name some only. */
export const errors = { EOPNOTSUPP: 95, EMFILE: 24, ENOLCK: 37, EDQUOT: 122, ESTALE: 116, EUCLEAN: 117 } as const;

/** What a program needs in its environment. */
export function failing(
  call: 'fsync' | 'lock' | 'watch' | 'look-up',
  error: keyof typeof errors,
): Readonly<Record<string, string>> {
  return { LD_PRELOAD: library, FAILING_CALL: call, FAILING_ERROR: String(errors[error]) };
}
