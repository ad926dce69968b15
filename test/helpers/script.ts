import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/**
 * The arguments with which Node runs a script of the tests (`*.process.ts`), before the script's own. AVA's processes
 * have it bundled, and keep what was compiled of it; elsewhere Node reads it as it is.
 *
 * @param path from the project's folder
 */
export function scriptArguments(path: string): readonly string[] {
  const script = resolve(import.meta.dirname, '../..', path);
  const list = process.env['TEST_BUNDLE'];
  if (list === undefined) {
    return [script];
  }

  const bundle = (JSON.parse(readFileSync(list, 'utf8')) as Record<string, string>)[script];
  if (bundle === undefined) {
    throw new Error(`${path} is no script of the tests.`);
  }

  return [`--require=${resolve(import.meta.dirname, '../bundle/load-bundle.cjs')}`, '--enable-source-maps', bundle];
}
