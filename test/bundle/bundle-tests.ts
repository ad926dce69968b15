/**
 * Compiles all tests once before AVA starts its processes: there are some 300 test files, each in a process of its own,
 * and each would compile a hundred modules of the project anew. Modules that are always needed together share a file,
 * and Node keeps what it made of a file (see `load-bundle.cjs`). Packages stay where they are.
 *
 * Every file is named after its content and never changes, so that several runs at once do not disturb each other.
 */
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';

/** Scripts that tests start as processes are bundled as well; see `test/helpers/script.ts`. */
const processes = 'test/**/*.process.ts';
const allTests = 'test/**/*.test.{ts,tsx}';

/** A package, by its name. */
const isPackage = /^[^./\\\0]/;

/** After this time a file that the present tests no longer need is in no other run's use either. */
const keptMs = 60 * 60_000;

/**
 * The test files that AVA's arguments name, or all tests where they name anything else: a folder, a pattern, an
 * option's value.
 *
 * @param args of the command line, such as `['test/sync/send/plan.test.ts', '--match=*undecided*']`
 */
export function findAsked(args: readonly string[]): readonly string[] {
  const asked = args.filter((each) => !each.startsWith('-'));
  return asked.length > 0 && asked.every((each) => /\.test\.tsx?$/.test(each) && existsSync(each))
    ? asked.map((each) => relative('.', each))
    : [allTests];
}

/**
 * Bundles tests of this project. Returns the path of a JSON file that tells each script's bundle by the script's path.
 *
 * @param tests their paths from the project's folder, or patterns
 */
export async function bundleTests(tests: readonly string[] = [allTests]): Promise<string> {
  const folder = resolve('node_modules/.cache/petstore-tests');
  const bundle = await rolldown({
    input: Object.fromEntries(
      globSync([processes, ...tests], { exclude: ['**/node_modules/**'] }).map((path) => [
        path.replace(/\.tsx?$/, ''),
        resolve(path),
      ]),
    ),
    platform: 'node',
    external: (id) => id !== 'ava' && isPackage.test(id),
    plugins: [keepImportMeta, oneAfterAnother],
    // The program's build says what it has to say about these modules.
    logLevel: 'silent',
  });
  try {
    const { output } = await bundle.generate({
      dir: folder,
      format: 'esm',
      sourcemap: true,
      sourcemapExcludeSources: true,
      // In one folder, so that the maps lead to the sources from each file alike; `.mjs`, or Node reads each to see
      // which kind it is.
      entryFileNames: ({ name }) => `${name.replaceAll('/', '-')}-[hash].mjs`,
      chunkFileNames: 'shared-[hash].mjs',
    });
    mkdirSync(folder, { recursive: true });
    for (const file of output) {
      keep(join(folder, file.fileName), file.type === 'chunk' ? file.code : file.source);
    }

    const scripts = JSON.stringify(
      Object.fromEntries(
        output.flatMap((file) =>
          file.type === 'chunk' && file.isEntry && file.facadeModuleId !== null
            ? [[file.facadeModuleId, join(folder, file.fileName)]]
            : [],
        ),
      ),
    );
    const list = `scripts-${createHash('sha256').update(scripts).digest('hex').slice(0, 16)}.json`;
    keep(join(folder, list), scripts);
    removeOld(folder, new Set([list, ...output.map(({ fileName }) => fileName)]));
    return join(folder, list);
  } finally {
    await bundle.close();
  }
}

/** A module that asks where it is gets its place in the checkout, as files are looked for from there. */
const keepImportMeta: Plugin = {
  name: 'keep-import-meta',
  transform: {
    filter: { code: /\bimport\.meta\./, id: /\.[cm]?[jt]sx?$/ },
    handler(code, id) {
      const places = { url: pathToFileURL(id).href, filename: id, dirname: dirname(id), main: false };
      return {
        code: Object.entries(places).reduce(
          (text, [name, place]) => text.replaceAll(`import.meta.${name}`, JSON.stringify(place)),
          code,
        ),
        map: null,
      };
    },
  },
};

const serialAva = '\0serial-ava';

/**
 * No wait of a test is without an end: after so many milliseconds without an assertion it fails, by its name, unless it
 * says itself how long it may take. The whole figure of a campaign may.
 */
const longestWait = process.env['PETSTORE_LONG'] === '1' ? undefined : 300_000;

/**
 * For so many milliseconds a test's teardown is waited for, and a process after its tests, where what they started does
 * not end. That is told, and the run goes on: AVA would wait for ever, and never tell what failed before.
 */
const longestEnd = 60_000;

/**
 * The tests of one file run one after another: beside each other they only race for the processor, until the program
 * takes a crowded process for a suspended one and a slow answer for none. AVA's own `serial` would run the files so as
 * well, and leave the processor idle while a test waits.
 */
const oneAfterAnother: Plugin = {
  name: 'one-after-another',
  resolveId: {
    filter: { id: /^ava$|^\0serial-ava$/ },
    handler: (id, importer) => (importer === serialAva ? { id: 'ava', external: true } : serialAva),
  },
  load: {
    filter: { id: /^\0serial-ava$/ },
    handler: () => `
      import test, { registerCompletionHandler } from 'ava';
      export * from 'ava';
      registerCompletionHandler(() => setTimeout(() => {
        console.error('still open after the tests:', ...process.getActiveResourcesInfo());
        process.exit();
      }, ${longestEnd}).unref());
      const { after, afterEach, before, beforeEach, macro, meta, serial, todo } = test;
      const late = (told) => {
        const { promise, resolve } = Promise.withResolvers();
        const timer = setTimeout(() => resolve(console.error(told)), ${longestEnd});
        return { promise, clear: () => clearTimeout(timer) };
      };
      const limit = (work) =>
        typeof work === 'function' && ${longestWait !== undefined}
          ? (t) => {
              const { teardown } = t;
              t.teardown = (end) => teardown(async () => {
                const limit = late('a teardown did not end: ' + t.title);
                await Promise.race([end(), limit.promise]).finally(limit.clear);
              });
              t.timeout(${longestWait}, 'nothing was asserted for so long, and the test names no limit of its own');
              return work(t);
            }
          : work;
      export default Object.assign((...test) => serial(...test.map(limit)), serial, { after, afterEach, before, beforeEach, macro, meta, serial, todo });
    `,
  },
};

/** Written beside and moved into its place: another run never finds half a file. */
function keep(path: string, content: string | Uint8Array): void {
  if (existsSync(path)) {
    // In use again: the next run must not take it for one that nobody needs.
    const now = new Date();
    utimesSync(path, now, now);
  } else {
    const fresh = `${path}.${process.pid}`;
    writeFileSync(fresh, content);
    renameSync(fresh, path);
  }
}

/** What was compiled goes file by file, as another run may be about to write into its folder. */
function removeOld(folder: string, needed: ReadonlySet<string>): void {
  const oldest = Date.now() - keptMs;
  for (const name of globSync(['*', 'compiled/*/*'], { cwd: folder })) {
    const path = join(folder, name);
    const found = needed.has(name) || name === 'compiled' ? undefined : statSync(path, { throwIfNoEntry: false });
    if (found && found.mtimeMs < oldest) {
      rmSync(path, { recursive: true, force: true });
    }
  }
}
