import { readFileSync, renameSync, rmSync, writeFileSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Script } from 'node:vm';
import { temporaryPrefix, locateFolders } from '../files/paths.js';
import { readEnvironment } from './environment.js';
import { version } from './self.js';
import { makeFolderSync } from '../files/make-folder.js';

/** The beginning and the end of what Node makes of a CommonJS file. */
const [opening, closing] = ['(function (exports, require, module, __filename, __dirname) { ', '\n})'];

/** Two sums of 32 bits behind the code. */
const sumBytes = 8;

let keep = (): void => undefined;

/**
 * Keeps the code that V8 made of functions at their first call (`createCachedData` of `node:vm`), so that the next
 * start of the same kind need not compile. Node's own cache holds code that is made as a file is loaded, and compiling
 * the rest is a fifth of the time until the app answers. V8 takes over kept code without a look: so each file has sums
 * of the code and of its source, and code that is damaged or of another source is not used.
 *
 * From here on files beside `program`, which are its own, are loaded with their code that is kept in a folder. `use` is
 * the kind of start: each calls other functions.
 */
function loadWithCalledCode(program: string, folder: string, use: string): void {
  const { createRequire } = process.getBuiltinModule('node:module');
  const { Script } = process.getBuiltinModule('node:vm');
  const { crc32 } = process.getBuiltinModule('node:zlib');
  // Deprecated, as few have a reason to load files in another way; Node keeps it for those.
  // oxlint-disable-next-line typescript/no-deprecated
  const { extensions } = createRequire(program);
  const loadUsual = extensions['.js'];
  const fresh: { readonly path: string; readonly script: Script; readonly sourceSum: number }[] = [];

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
    const path = join(folder, `${basename(filename)}.${use}.${process.version}-${process.arch}`);
    const cachedData = readKept(path, sourceSum);
    const script = new Script(opening + source.toString() + closing, {
      filename,
      columnOffset: -opening.length,
      cachedData,
    });
    if (!cachedData || script.cachedDataRejected) {
      fresh.push({ path, script, sourceSum });
    }

    const run = script.runInThisContext() as (this: unknown, ...values: readonly unknown[]) => void;
    run.call(module.exports, module.exports, createRequire(filename), module, filename, dirname(filename));
  };

  keep = () => {
    keep = () => undefined;
    // V8 refuses code that it made under other flags than those of the start, and they are set after this.
    extensions['.js'] = loadUsual;
    for (const { path, script, sourceSum } of fresh) {
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

/** Keeps the code of functions that were called so far, if it is not kept yet; once, before V8's flags are set. */
export function keepCalledCode(): void {
  keep();
}

/** Commands that call so much of the program that its code is kept for each of them. */
const keptCommands = ['add', 'import', 'list', 'queue', 'status', 'sync'];

/**
 * Has Node keep its compiled code for the next start; docs/internals/performance.md tells how much that saves.
 *
 * In the program's own folder, because code in one that others can write to, such as the system's temporary one, would
 * run as this person. If it cannot be written, every start compiles anew, and that is all.
 */
export function keepCompiledCode(variables: NodeJS.ProcessEnv, argv: readonly string[]): void {
  const use = argv.length === 2 ? 'app' : keptCommands.find((each) => each === argv[2]);
  const folders = locateFolders(readEnvironment(variables).home);
  if (!folders) {
    return;
  }

  try {
    const compiled = join(folders.state, 'compiled');
    if (makeFolderSync(join(compiled, version)).length > 0) {
      // The code of another version is not found any more: its files have other names.
      for (const other of readdirSync(compiled).filter((each) => each !== version)) {
        rmSync(join(compiled, other), { recursive: true, force: true });
      }
    }

    const { directory } = process.getBuiltinModule('node:module').enableCompileCache(join(compiled, version));
    if (directory !== undefined && use !== undefined) {
      loadWithCalledCode(import.meta.filename, directory, use);
    }
  } catch {
    // The cache only saves time, so its failures do not matter.
  }
}
