/**
 * Loaded before AVA's side of a process, or a script of the tests: gives the bundle where a module of the checkout is
 * asked for.
 */
const { readFileSync } = require('node:fs');
const { dirname, join } = require('node:path');
const { enableCompileCache, registerHooks } = require('node:module');
const { fileURLToPath, pathToFileURL } = require('node:url');

const list = process.env.TEST_BUNDLE;
if (list !== undefined) {
  enableCompileCache(join(dirname(list), 'compiled'));
  const scripts = JSON.parse(readFileSync(list, 'utf8'));
  registerHooks({
    resolve(specifier, context, next) {
      const bundle = specifier.startsWith('file:') ? scripts[fileURLToPath(specifier)] : undefined;
      return bundle === undefined
        ? next(specifier, context)
        : { url: pathToFileURL(bundle).href, format: 'module', shortCircuit: true };
    },
  });
}
