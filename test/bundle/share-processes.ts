/**
 * Lets tests of one room share processes in a whole run. AVA starts one for each file, and loading AVA and the packages
 * takes longer than most files take for their tests: half of all processor time. Whoever names files, a folder or a
 * title has each file by itself.
 */
import { globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';

/** Where the files are written that import those which share a process; Git knows nothing of it. */
export const sharedFolder = 'test/together';

/** Rooms in which most tests need no more than their own process. */
const rooms = ['app', 'cli', 'client', 'domain', 'local', 'platform', 'service', 'sync', 'text', 'tui'];

/** With more, one process would still be at work when all others are done. */
const mostFiles = 12;

/** What runs before or after all tests of a process, or changes the process, belongs to one file. */
const isAlone = /[tT]est\.(?:before|after)(?:Each)?\b|onPostgres|process\.(?:env\[[^\]]*\] =|on\(|once\(|chdir|umask)/;

/** The files that AVA is to run: those that stay alone, and those that stand for several, which are written here. */
export function shareProcesses(): readonly string[] {
  const all = globSync('test/**/*.test.{ts,tsx}', { exclude: [`${sharedFolder}/**`] }).sort();
  const shared = new Map<string, readonly string[]>();
  for (const room of rooms) {
    const files = all.filter((path) => path.startsWith(`test/${room}/`) && !isAlone.test(readFileSync(path, 'utf8')));
    const count = Math.ceil(files.length / mostFiles);
    for (let part = 0; part < count; part += 1) {
      // Every so many one, as files of one kind stand beside each other and take alike long.
      shared.set(
        join(sharedFolder, `${room}-${part + 1}.test.ts`),
        files.filter((_, index) => index % count === part),
      );
    }
  }

  mkdirSync(sharedFolder, { recursive: true });
  const names = new Set([...shared.keys()].map((path) => basename(path)));
  readdirSync(sharedFolder)
    .filter((name) => !names.has(name))
    .forEach((name) => rmSync(join(sharedFolder, name)));
  for (const [path, files] of shared) {
    const imports = files.map((file) => `import '${relative(sharedFolder, file)}';\n`).join('');
    writeFileSync(path, `// @ts-nocheck\n${imports}for (const declare of globalThis.declarations) declare();\n`);
  }

  const taken = new Set([...shared.values()].flat());
  return [...shared.keys(), ...all.filter((path) => !taken.has(path))];
}

/** What leads the title of a test that shares a process with those of other files: where it is. */
export const titleOf = (path: string): string =>
  `${relative('test', path)
    .replace(/\.test\.tsx?$/, '')
    .replaceAll('/', ' › ')} › `;
