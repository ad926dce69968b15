import type { Plugin } from 'rolldown';

/** Node's own modules that take milliseconds to load and that few commands come to use, with what is used of each. */
const late: Readonly<Record<string, readonly string[]>> = {
  'node:child_process': ['spawn'],
  'node:crypto': ['createHash', 'hash', 'randomBytes', 'randomUUID'],
  'node:fs/promises': ['link', 'mkdir', 'open', 'rename', 'rm', 'stat', 'unlink'],
  'node:readline/promises': ['createInterface'],
  'node:zlib': ['crc32'],
};

/** Has the product's own sources load these modules at the first call of one of their functions: 4 ms less for a look-up. */
export const loadLate: Plugin = {
  name: 'load-late',
  resolveId(source, importer) {
    return source in late && importer !== undefined && /[\\/]source[\\/][^?]*\.tsx?$/.test(importer) && !importer.includes('node_modules') ? `\0late:${source}` : undefined;
  },
  load(id) {
    const name = id.startsWith('\0late:') ? id.slice('\0late:'.length) : '';
    return late[name]?.map((each) => `export const ${each} = (...values) => process.getBuiltinModule('${name}').${each}(...values);\n`).join('');
  },
};
