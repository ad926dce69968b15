import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import test from 'ava';

type Lock = {
  readonly packages: Readonly<Record<string, { readonly optionalDependencies?: Readonly<Record<string, string>> }>>;
};

const lock = JSON.parse(readFileSync(resolve('package-lock.json'), 'utf8')) as Lock;

/**
 * npm installs nothing that the lock file leaves out, and writes only what its registry had: a Mac would get no build
 * of rolldown, and so no program.
 */
test('the lock file has the builds for every system of each package that comes in several', (t) => {
  const missing = Object.entries(lock.packages).flatMap(([place, { optionalDependencies = {} }]) =>
    place === ''
      ? []
      : Object.keys(optionalDependencies).filter(
          (name) =>
            lock.packages[`node_modules/${name}`] === undefined &&
            lock.packages[`${place}/node_modules/${name}`] === undefined,
        ),
  );
  t.deepEqual(missing, []);
});
