/**
 * Stryker's test runner for the parts that decide: a part's tests are bundled once, and run in this process once for
 * each change.
 *
 * AVA needs a process for every file and most of a second for each. These tests need some milliseconds, so what AVA
 * gives them is stood in for by `ava-stand-in.ts`. The bundle is evaluated anew for each change, so that one at the top
 * of a module holds as well.
 */
import { globSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { constants, Script } from 'node:vm';
import { rolldown } from 'rolldown';
import { keepImportMeta } from '../bundle/bundle-tests.ts';
import { type CollectedTest, runTest } from './ava-stand-in.ts';

/** What Stryker's instrumented code looks up while it runs; see `@stryker-mutator/api`. */
type Instrumenter = {
  activeMutant?: string | undefined;
  hitCount?: number | undefined;
  hitLimit?: number | undefined;
  mutantCoverage?: unknown;
  currentTestId?: string | undefined;
};

type TestResult = {
  readonly id: string;
  readonly name: string;
  readonly timeSpentMs: number;
  readonly status: 0 | 1;
  readonly failureMessage?: string;
};
type MutantRun = {
  readonly activeMutant: { readonly id: string };
  readonly hitLimit?: number;
  readonly testFilter?: readonly string[];
};

const instrumenter: Instrumenter = ((globalThis as { __stryker__?: Instrumenter }).__stryker__ ??= {});
const entry = '\0part';

class InProcessRunner {
  #evaluate: (() => readonly CollectedTest[]) | undefined;

  /** Each run evaluates the modules anew, so changes of what a module does when it is loaded need no new process. */
  capabilities() {
    return { reloadEnvironment: true };
  }

  async init(): Promise<void> {
    const files = globSync((process.env['MUTATE_TESTS'] ?? '').split(' '));
    const bundle = await rolldown({
      input: { part: entry },
      platform: 'node',
      external: (id) => /^[^./\0]/.test(id) && id !== 'ava',
      plugins: [
        keepImportMeta,
        {
          name: 'part',
          resolveId: (id) => (id === entry ? id : id === 'ava' ? join(import.meta.dirname, 'ava-stand-in.ts') : null),
          load: (id) =>
            id === entry
              ? [
                  ...files.map((file) => `import ${JSON.stringify(resolve(file))};`),
                  "export { collected } from 'ava';",
                ].join('\n')
              : null,
        },
      ],
      logLevel: 'silent',
    });
    const { output } = await bundle.generate({ format: 'cjs', codeSplitting: false });
    await bundle.close();
    const evaluate = new Script(`(function (require, exports) {${output[0].code}\n})`, {
      importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    }).runInThisContext() as (require: NodeJS.Require, exports: Record<string, unknown>) => void;
    const require = createRequire(resolve('package.json'));
    this.#evaluate = () => {
      const exports: Record<string, unknown> = {};
      evaluate(require, exports);
      return exports['collected'] as readonly CollectedTest[];
    };
  }

  async dryRun() {
    delete instrumenter.mutantCoverage;
    const tests = await this.#run(undefined, false);
    return { status: 'complete', tests, mutantCoverage: instrumenter.mutantCoverage ?? { static: {}, perTest: {} } };
  }

  async mutantRun({ activeMutant, hitLimit, testFilter }: MutantRun) {
    instrumenter.activeMutant = activeMutant.id;
    instrumenter.hitLimit = hitLimit;
    instrumenter.hitCount = hitLimit === undefined ? undefined : 0;
    try {
      const tests = await this.#run(testFilter, true);
      const failed = tests.find(({ status }) => status === 1);
      const nrOfTests = tests.length;
      if (hitLimit !== undefined && (instrumenter.hitCount ?? 0) > hitLimit) {
        return { status: 'timeout', reason: 'It is run without end.' };
      }

      return failed
        ? { status: 'killed', killedBy: [failed.id], failureMessage: failed.failureMessage ?? '', nrOfTests }
        : { status: 'survived', nrOfTests };
    } catch (error) {
      // The modules cannot even be loaded with it.
      return { status: 'killed', killedBy: ['loading'], failureMessage: String(error), nrOfTests: 0 };
    } finally {
      instrumenter.activeMutant = undefined;
    }
  }

  async #run(only: readonly string[] | undefined, untilOneFails: boolean): Promise<TestResult[]> {
    const results: TestResult[] = [];
    for (const test of this.#evaluate?.() ?? []) {
      if (only !== undefined && only.length > 0 && !only.includes(test.title)) {
        continue;
      }

      instrumenter.currentTestId = test.title;
      const began = performance.now();
      const failure = await runTest(test);
      instrumenter.currentTestId = undefined;
      const result = { id: test.title, name: test.title, timeSpentMs: performance.now() - began };
      results.push(
        failure === undefined ? { ...result, status: 0 } : { ...result, status: 1, failureMessage: failure },
      );
      if (failure !== undefined && untilOneFails) {
        break;
      }
    }

    return results;
  }
}

/** What Stryker looks for in a plugin. */
export const strykerPlugins = [{ kind: 'TestRunner', name: 'in-process', injectableClass: InProcessRunner }];
