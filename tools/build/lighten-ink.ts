import type { Plugin } from 'rolldown';
import { replaceIn } from './replace-in.ts';

/**
 * Yoga's own loader fetches its WebAssembly from a data URI, which loads Node's whole HTTP client: 40 ms before the
 * first frame.
 */
const yoga = `
import loadYoga from '../binaries/yoga-wasm-base64-esm.js';
import wrapAssembly from './wrapAssembly.js';
import { Buffer } from 'node:buffer';

const assembly = {
  instantiateWasm(imports, receive) {
    const instance = new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(YOGA_BASE64, 'base64')), imports);
    receive(instance);
    return instance.exports;
  },
};
loadYoga(assembly);
export default wrapAssembly(assembly);
export * from './generated/YGEnums.js';
`;

const dataUri = /"data:application\/octet-stream;base64,([^"]{1000,})"/;

/** The parts of Ink that the start needs, without those for other cases. */
export const lightenInk: Plugin = {
  name: 'lighten-ink',
  load: {
    filter: { id: /[\\/]yoga-layout[\\/]dist[\\/]src[\\/]index\.js$/ },
    async handler(id) {
      const binary = await this.fs.readFile(id.replace(/src([\\/])index\.js$/, 'binaries$1yoga-wasm-base64-esm.js'), {
        encoding: 'utf8',
      });
      return yoga.replace('YOGA_BASE64', JSON.stringify(once(dataUri.exec(binary)?.[1], 'the WebAssembly of Yoga')));
    },
  },
  transform: {
    filter: {
      id: [
        /[\\/]yoga-layout[\\/]dist[\\/]binaries[\\/]yoga-wasm-base64-esm\.js$/,
        /[\\/]ink[\\/]build[\\/]reconciler\.js$/,
      ],
    },
    handler(code, id) {
      if (id.endsWith('yoga-wasm-base64-esm.js')) {
        return replaceIn(code, dataUri, '""');
      }

      // React's developer tools, for which the module waits at its top level; a CommonJS file cannot.
      return replaceIn(code, /^if \(process\.env\['DEV'\] === 'true'\) \{\n[^]*?^\}$/gm, '');
    },
  },
};

function once<T>(value: T | undefined, what: string): T {
  if (value === undefined) {
    throw new Error(`${what} is not where it used to be: the dependency has changed.`);
  }

  return value;
}
