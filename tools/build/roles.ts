import type { OutputOptions } from 'rolldown';

type Group = Extract<NonNullable<OutputOptions['codeSplitting']>, object>['groups'] extends
  | readonly (infer Each)[]
  | undefined
  ? Each
  : never;

/** Roles that no module has matched yet. */
const empty = new Set<string>();

/**
 * A file of the build: the modules that `entries` matches and everything they import statically, except for the modules
 * of a role named earlier.
 */
export function role(name: string, entries: RegExp): Group {
  empty.add(name);
  return {
    name,
    test: (id) => {
      const isEntry = entries.test(id.replaceAll('\\', '/'));
      if (isEntry) {
        empty.delete(name);
      }

      return isEntry;
    },
    includeDependenciesRecursively: true,
  };
}

/**
 * After the build: throws if a role is empty. Its module was moved, and its contents are scattered over files of their
 * own.
 */
export function checkRoles(): void {
  if (empty.size > 0) {
    throw new Error(
      `No module belongs to ${[...empty].join(', ')}: tools/build.ts names files that are elsewhere now.`,
    );
  }
}
