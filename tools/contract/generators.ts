/** The service under clients that strangers' generators made of its contract: each is compiled, then does its work. */
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { check, modules, run, startService, type Stranger } from './programs.ts';

type Place = { readonly folder: string; readonly contract: string; readonly contract30: string };

/** How each is asked for its client, in the folder `made`. */
const generators = {
  'openapi-typescript': ({ contract }) => ['openapi-typescript', [contract, '--output', 'made/types.d.ts']],
  'hey-api': ({ contract }) => ['hey-api', ['-i', contract, '-o', 'made', '-c', '@hey-api/client-fetch']],
  orval: () => ['orval', ['--config', 'orval.config.mjs']],
  // It refuses OpenAPI 3.1.
  'openapi-generator': ({ contract30 }) => [
    'openapi-generator',
    ['generate', '-i', contract30, '-g', 'typescript-fetch', '-o', 'made', '-p', 'typescriptThreePlus=true'],
  ],
  python: ({ contract30 }) => ['openapi-generator', ['generate', '-i', contract30, '-g', 'python', '-o', 'made']],
} satisfies Record<string, (place: Place) => readonly [Stranger, readonly string[]]>;

/** The names of those there are. */
export const generatorNames = Object.keys(generators) as readonly (keyof typeof generators)[];

/** Makes, compiles and runs a client; answers what it says. */
export async function underGenerated(name: keyof typeof generators, place: Place): Promise<string> {
  const cwd = join(place.folder, `client-${name}`);
  mkdirSync(cwd);
  cpSync(join(import.meta.dirname, 'clients'), cwd, { recursive: true });
  symlinkSync(modules, join(cwd, 'node_modules'));
  const output = { target: './made/client.ts', client: 'fetch', mode: 'single' };
  const orval = { pets: { input: place.contract, output } };
  writeFileSync(join(cwd, 'orval.config.mjs'), `export default ${JSON.stringify(orval)};\n`);
  writeFileSync(join(cwd, 'package.json'), '{"type":"module"}\n');
  const [stranger, args] = generators[name](place);
  const made = await run(stranger, args, { cwd });
  check(made.code === 0, made.text.slice(-2500));

  const service = await startService(place.folder);
  const env = { PETSTORE_BASE_URL: service.baseUrl, PETSTORE_API_KEY: service.apiKey };
  try {
    if (name !== 'python') {
      const options = { module: 'esnext', moduleResolution: 'bundler', target: 'es2022', types: ['node'] };
      const compilerOptions = { ...options, strict: true, noEmit: true, allowImportingTsExtensions: true };
      writeFileSync(join(cwd, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: [`${name}.ts`] }));
      const compiled = await run('tsc', ['--project', '.'], { cwd });
      check(compiled.code === 0, compiled.text.slice(0, 2500));
    }

    const isPython = name === 'python';
    const ended = await run(isPython ? 'python' : 'tsx', [isPython ? 'client.py' : `${name}.ts`], { cwd, env });
    check(ended.code === 0, ended.text.slice(-2500));
    return ended.text.trim();
  } finally {
    await service.stop();
  }
}
