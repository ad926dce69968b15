import type { Plugin } from 'rolldown';

/**
 * Node's own modules that take milliseconds to load and that few commands use, with the names that are used of each.
 */
const late: Readonly<Record<string, readonly string[]>> = {
  'node:child_process': ['execFile', 'spawn'],
  'node:crypto': ['createHash', 'hash', 'randomBytes', 'randomUUID'],
  'node:fs/promises': ['link', 'mkdir', 'open', 'rename', 'rm', 'stat', 'unlink'],
  'node:readline': ['createInterface'],
  'node:tls': ['checkServerIdentity'],
  'node:zlib': ['crc32'],
};

/** Modules of which got takes functions alone, and most of them for requests that are not made here. */
const lateForGot = ['node:crypto', 'node:tls'];

const isOurs = (importer: string): boolean =>
  /[\\/]source[\\/][^?]*\.tsx?$/.test(importer) && !importer.includes('node_modules');
const isGot = (importer: string): boolean => /[\\/]node_modules[\\/]got[\\/]/.test(importer);

/**
 * Has the product's own sources load these modules at the first call of one of their functions: 4 ms less for a
 * look-up.
 */
export const loadLate: Plugin = {
  name: 'load-late',
  resolveId: {
    filter: { id: /^node:/ },
    handler: (source, importer = '') =>
      (source in late && isOurs(importer)) || (lateForGot.includes(source) && isGot(importer))
        ? `\0late:${source}`
        : undefined,
  },
  load: {
    filter: { id: /^\0late:/ },
    handler(id) {
      const name = id.slice('\0late:'.length);
      return late[name]
        ?.map(
          (each) => `export const ${each} = (...values) => process.getBuiltinModule('${name}').${each}(...values);\n`,
        )
        .join('');
    },
  },
};
