/**
 * As much of AVA as the tests of the parts that are changed use, in this process: `in-process-runner.ts` bundles it in
 * AVA's place.
 */
import assert from 'node:assert/strict';

/** A test as it was declared. */
export type CollectedTest = { readonly title: string; readonly run: (t: StandIn) => unknown };

/** The tests of the modules that were evaluated. */
export const collected: CollectedTest[] = [];

type Expected = {
  readonly instanceOf?: new (...args: never[]) => unknown;
  readonly message?: string | RegExp;
  readonly code?: string;
};

/** A test that has not ended by then, in milliseconds, fails: its change keeps something from ever coming. */
const mostMs = 10_000;

class StandIn {
  readonly teardowns: (() => unknown)[] = [];

  is(actual: unknown, expected: unknown): void {
    assert.equal(actual, expected);
  }

  not(actual: unknown, expected: unknown): void {
    assert.notEqual(actual, expected);
  }

  true(actual: unknown): void {
    assert.equal(actual, true);
  }

  false(actual: unknown): void {
    assert.equal(actual, false);
  }

  deepEqual(actual: unknown, expected: unknown): void {
    assert.deepEqual(actual, expected);
  }

  regex(actual: string, expected: RegExp): void {
    assert.match(actual, expected);
  }

  like(actual: unknown, expected: unknown): void {
    if (
      typeof expected !== 'object' ||
      expected === null ||
      ![Object.prototype, Array.prototype].includes(Object.getPrototypeOf(expected) as object)
    ) {
      assert.deepEqual(actual, expected);
      return;
    }

    assert.ok(typeof actual === 'object' && actual !== null);
    if (Array.isArray(expected)) {
      assert.equal((actual as readonly unknown[]).length, expected.length);
    }

    for (const [key, value] of Object.entries(expected)) {
      this.like((actual as Readonly<Record<string, unknown>>)[key], value);
    }
  }

  throws(run: () => unknown, expected: Expected = {}): unknown {
    try {
      run();
    } catch (error) {
      return isAsExpected(error, expected);
    }

    return assert.fail('It throws nothing.');
  }

  async throwsAsync(run: Promise<unknown> | (() => Promise<unknown>), expected: Expected = {}): Promise<unknown> {
    try {
      await (typeof run === 'function' ? run() : run);
    } catch (error) {
      return isAsExpected(error, expected);
    }

    return assert.fail('It throws nothing.');
  }

  async notThrowsAsync(run: Promise<unknown>): Promise<void> {
    await run;
  }

  teardown(undo: () => unknown): void {
    this.teardowns.push(undo);
  }
}

function isAsExpected(error: unknown, { instanceOf, message, code }: Expected): unknown {
  if (instanceOf !== undefined) {
    assert.ok(error instanceof instanceOf);
  }

  if (message !== undefined) {
    assert.ok(
      error instanceof Error && (typeof message === 'string' ? error.message === message : message.test(error.message)),
    );
  }

  if (code !== undefined) {
    assert.equal((error as { readonly code?: unknown }).code, code);
  }

  return error;
}

/** Runs one test. Returns why it failed; undefined: it did not. */
export async function runTest({ run }: CollectedTest): Promise<string | undefined> {
  const t = new StandIn();
  const failure = await failureOf(() => run(t));
  const undone = await failureOf(async () => {
    for (const undo of t.teardowns.toReversed()) {
      await undo();
    }
  });
  return failure ?? undone;
}

async function failureOf(run: () => unknown): Promise<string | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error('It does not end.'));
    }, mostMs);
  });
  try {
    await Promise.race([run(), tooLong]);
    return undefined;
  } catch (error) {
    return String(error instanceof Error ? error.message : error);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Declares a test, as AVA's default export does.
 *
 * @public
 */
export default function test(title: string, run: CollectedTest['run']): void {
  collected.push({ title, run });
}
