/**
 * Builds `dist/`: one CommonJS file for each role, so that every command loads only what it uses, in as few files as
 * can be.
 *
 * - `cli.js` guards the Node version; `shell` reads the command line; `words` tells about
 *   the program;
 * - `look` tells of one pet that is saved; `client` is shared by the client's other commands, `demo` starts the
 *   built-in store;
 * - `app` is the screens, `remote` the HTTP client, `service` and `postgres` the service;
 * - `openapi-3.0.yaml` is the contract for programs that refuse OpenAPI 3.1;
 * - `licenses.txt` and `bom.json` tell of the packages of others that these hold.
 *
 * CommonJS, because importing one of Node's own modules into an ES module evaluates every part that it would load
 * lazily: `node:util` alone brings worker threads along. `--version` takes a quarter less this way.
 *
 *     node tools/build.ts [FOLDER]
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { build } from 'rolldown';
import packageJson from '../package.json' with { type: 'json' };
import { toBillOfMaterials } from './build/bill-of-materials.ts';
import { findBundledPackages } from './build/bundled-packages.ts';
import { lightenInk } from './build/lighten-ink.ts';
import { toLicenses } from './build/licenses.ts';
import { toOpenApi30 } from './build/openapi-30.ts';
import { writeReference } from './build/reference-page.ts';
import { checkRoles, role } from './build/roles.ts';

const folder = resolve(process.argv[2] ?? 'dist');
// Built beside and moved into its place, so that a program that runs meanwhile always finds its files.
const fresh = resolve(dirname(folder), `.${process.pid}.building`);
const old = resolve(dirname(folder), `.${process.pid}.old`);

writeReference('data');

try {
  const { output } = await build({
    input: { cli: 'source/cli.ts' },
    platform: 'node',
    // pg's optional native binding is not used; the keychain's is installed beside the program, or not at all.
    external: ['pg-native', '@napi-rs/keyring'],
    plugins: [lightenInk],
    transform: {
      target: 'node22',
      define: {
        'process.env.NODE_ENV': '"production"',
        'process.env.DEV': '"false"',
        PETSTORE_VERSION: JSON.stringify(packageJson.version),
      },
    },
    output: {
      dir: fresh,
      format: 'cjs',
      // Node warns of an `import()` in code that was kept compiled.
      dynamicImportInCjs: false,
      minify: true,
      keepNames: true,
      comments: false,
      // With a hash of its contents: a program that is open while a newer one takes its place never finds a file of the
      // other build.
      chunkFileNames: '[name]-[hash].js',
      codeSplitting: {
        groups: [
          role('start', /source\/platform\/process\/compile-cache\.ts$/),
          role('shell', /source\/cli\/run\/main\.ts$/),
          role('words', /source\/cli\/help\/(completion|complete)\.ts$/),
          role('look', /source\/cli\/commands\/pets\/get-saved\.ts$/),
          // Each file more costs half a millisecond at start, and the client's commands share nearly all they need.
          role(
            'client',
            /source\/(cli\/commands\/(?!auth\/keychain|service\.ts).*|app\/session\/compose-session)\.ts$/,
          ),
          role('demo', /source\/app\/demo\/demo-service\.ts$/),
          role('import', /source\/app\/import\/read-animals\.ts$/),
          role('keychain', /source\/cli\/commands\/auth\/keychain\.ts$/),
          role('keys', /source\/cli\/run\/own-keys\.ts$/),
          role('app', /source\/(tui\/run\/(run-app|endings)|app\/create-workspace)\.tsx?$/),
          role('remote', /source\/client\/pet-client\.ts$|node_modules\/got\/dist\/source\/index\.js$/),
          role('service', /source\/cli\/commands\/service\.ts$/),
          role('metrics', /source\/service\/operation\/metrics\.ts$/),
          role('postgres', /source\/service\/storage\/postgres\/postgres-engine\.ts$/),
        ],
      },
    },
  });
  checkRoles();
  const packages = findBundledPackages(output.filter((each) => each.type === 'chunk'));
  writeFileSync(resolve(fresh, 'licenses.txt'), toLicenses(packages));
  writeFileSync(
    resolve(fresh, 'bom.json'),
    `${JSON.stringify(toBillOfMaterials(packageJson, packages), undefined, 2)}\n`,
  );
  writeFileSync(resolve(fresh, 'openapi-3.0.yaml'), toOpenApi30(readFileSync('data/openapi.yaml', 'utf8')));
  // The package itself is one of ES modules.
  writeFileSync(resolve(fresh, 'package.json'), '{"type":"commonjs"}\n');
  writeFileSync(
    resolve(fresh, 'petstore.1'),
    execFileSync(process.execPath, ['tools/build/man-page.ts', packageJson.version]),
  );
  moveInto(fresh, folder);
} finally {
  rmSync(fresh, { recursive: true, force: true });
  rmSync(old, { recursive: true, force: true });
}

function moveInto(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  renameSync(to, old);
  renameSync(from, to);
}
