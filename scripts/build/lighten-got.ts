import type { Plugin } from 'rolldown';
import { replaceIn } from './replace-in.ts';

/** What got looks at in `node:http2`, which takes 7 ms to load, although it is never told to speak HTTP/2. */
const noHttp2 = 'export class Http2ServerResponse {}\nexport const constants = {};\n';
const noHttp2Client = 'export default { auto() { throw new Error("HTTP/2 is not part of this program"); } };\n';

/** The cache of answers: petstore has no use for one, and it brings `node:crypto`, which takes 3 ms to load. */
const noCache =
  'export default class { constructor() { throw new Error("Answers are not cached in this program"); } }\nexport class CacheError extends Error {}\n';

/** TLS for an address that needs it. */
const lateHttps = "export default { get request() { return process.getBuiltinModule('node:https').request; } };\n";

/** The words for a wrong option: `new Intl.ListFormat` loads the data of a language, twice 3 ms. */
const formatters = /^const (\w+Formatter) = (new Intl\.ListFormat\([^;]*\));$/gm;

/** The modules that got imports, and their replacements. */
const virtual: Readonly<Record<string, { readonly id: string; readonly code: string }>> = {
  'node:http2': { id: '\0no-http2', code: noHttp2 },
  'cacheable-request': { id: '\0no-cache', code: noCache },
  'node:https': { id: '\0late-https', code: lateHttps },
};

/** got as this program uses it: HTTP/1.1, and options that are right. */
export const lightenGot: Plugin = {
  name: 'lighten-got',
  resolveId: {
    filter: { id: Object.keys(virtual).map((source) => new RegExp(`^${source}$`)) },
    handler: (source, importer = '') =>
      /[\\/]node_modules[\\/]got[\\/]/.test(importer) ? virtual[source]?.id : undefined,
  },
  load: {
    filter: {
      id: [
        /^\0(?:no-http2|no-cache|late-https)$/,
        /[\\/]got[\\/]dist[\\/]source[\\/]core[\\/]utils[\\/]http2-client\.js$/,
      ],
    },
    handler: (id) => Object.values(virtual).find((each) => each.id === id)?.code ?? noHttp2Client,
  },
  transform: {
    filter: { id: /[\\/]@sindresorhus[\\/]is[\\/]distribution[\\/]index\.js$/ },
    handler: (code) => replaceIn(code, formatters, 'const $1 = { format: (list) => $2.format(list) };'),
  },
};
