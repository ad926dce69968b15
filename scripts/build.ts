/**
 * Builds `dist/`: ES modules with code splitting, so that every command loads only what it uses.
 */
import { rmSync } from 'node:fs';
import { build, type Plugin } from 'esbuild';
import packageJson from '../package.json' with { type: 'json' };

/** Ink asks for the React developer tools by a dynamic import that only `DEV=true` reaches; they are not shipped. */
const withoutDevtools: Plugin = {
  name: 'without-devtools',
  setup(builder) {
    builder.onResolve({ filter: /^react-devtools-core$/ }, () => ({ path: 'react-devtools-core', namespace: 'empty' }));
    builder.onLoad({ filter: /.*/, namespace: 'empty' }, () => ({ contents: 'export default {};' }));
  },
};

rmSync('dist', { recursive: true, force: true });
await build({
  entryPoints: { cli: 'source/cli.ts' },
  outdir: 'dist',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node22',
  chunkNames: 'chunks/[name]-[hash]',
  minify: true,
  keepNames: true,
  legalComments: 'none',
  // pg's optional native binding is not used.
  external: ['pg-native'],
  define: {
    'process.env.NODE_ENV': '"production"',
    'process.env.DEV': '"false"',
    PETSTORE_VERSION: JSON.stringify(packageJson.version),
  },
  // CommonJS dependencies call `require` for Node's own modules.
  banner: { js: "import{createRequire as $require}from'node:module';const require=$require(import.meta.url);" },
  plugins: [withoutDevtools],
});
