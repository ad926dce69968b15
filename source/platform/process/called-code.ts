/**
 * Keeps the code that V8 made of the functions which a start called (`createCachedData` of `node:vm`), so that the next
 * start of the same kind compiles nothing. Node's own cache holds only what is compiled as a file is loaded; the
 * functions that are called then take a third of the time until the app answers.
 *
 * V8 takes over kept code without a look, so each is kept with sums of itself and of its source: what is damaged, or of
 * another source, is not used.
 */
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Script } from 'node:vm';
import { temporaryPrefix } from '../files/own-names.js';

/** The code of one file of the program that is not kept yet. */
type Fresh = { readonly path: string; readonly script: Script; readonly sourceSum: number };

/** The beginning and the end of what Node makes of a CommonJS file. */
const [opening, closing] = ['(function (exports, require, module, __filename, __dirname) { ', '\n})'];

/** Two sums of 32 bits behind the code. */
const sumBytes = 8;

let keep = (): void => undefined;

/**
 * From here on the files of the program, which lie beside `program`, are loaded with what was kept of them in a folder.
 *
 * @param use the kind of start: what it calls, others may not
 */
export function loadWithCalledCode(program: string, folder: string, use: string): void {
  const { createRequire } = process.getBuiltinModule('node:module');
  const { constants, Script } = process.getBuiltinModule('node:vm');
  const { cachedDataVersionTag } = process.getBuiltinModule('node:v8');
  const { crc32 } = process.getBuiltinModule('node:zlib');
  // Deprecated, as few have a reason to load files in another way; Node keeps it for those.
  // oxlint-disable-next-line typescript/no-deprecated
  const { extensions } = createRequire(program);
  const loadUsual = extensions['.js'];
  const made = cachedDataVersionTag();
  const fresh: Fresh[] = [];

  const readKept = (path: string, sourceSum: number): Buffer | undefined => {
    try {
      const file = readFileSync(path);
      const code = file.subarray(0, -sumBytes);
      const isWhole = file.readUInt32LE(code.length) === crc32(code);
      return isWhole && file.readUInt32LE(code.length + sumBytes / 2) === sourceSum ? code : undefined;
    } catch {
      return undefined;
    }
  };

  extensions['.js'] = (module, filename) => {
    if (dirname(filename) !== dirname(program)) {
      loadUsual(module, filename);
      return;
    }

    const source = readFileSync(filename);
    const sourceSum = crc32(source);
    const path = join(folder, `${basename(filename)}.${use}.${made}`);
    const cachedData = readKept(path, sourceSum);
    const script = new Script(opening + source.toString() + closing, {
      filename,
      columnOffset: -opening.length,
      cachedData,
      importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    });
    if (!cachedData || script.cachedDataRejected) {
      fresh.push({ path, script, sourceSum });
    }

    const run = script.runInThisContext() as (this: unknown, ...values: readonly unknown[]) => void;
    run.call(module.exports, module.exports, createRequire(filename), module, filename, dirname(filename));
  };

  keep = () => {
    // With other flags V8 would not take it.
    if (cachedDataVersionTag() !== made) {
      return;
    }

    for (const { path, script, sourceSum } of fresh.splice(0)) {
      const code = script.createCachedData();
      const sums = Buffer.alloc(sumBytes);
      sums.writeUInt32LE(crc32(code));
      sums.writeUInt32LE(sourceSum, sumBytes / 2);
      const temporary = join(folder, `${temporaryPrefix}${process.pid}`);
      try {
        writeFileSync(temporary, Buffer.concat([code, sums]), { mode: 0o600 });
        renameSync(temporary, path);
      } catch {
        // It only saves time.
        rmSync(temporary, { force: true });
      }
    }
  };
}

/** Keeps the code of what has been called so far, if it is not kept yet. Never throws. */
export function keepCalledCode(): void {
  keep();
}
