import type { OutputOptions } from 'rolldown';

type Group = Extract<NonNullable<OutputOptions['codeSplitting']>, object>['groups'] extends readonly (infer Each)[] | undefined ? Each : never;

/**
 * A file of the build: the modules that `entries` matches and everything they import statically, except for what a role
 * named earlier holds already.
 */
export function role(name: string, entries: RegExp): Group {
  return { name, test: (id) => entries.test(id.replaceAll('\\', '/')), includeDependenciesRecursively: true };
}
