import { nameKinds, type NameKind } from '../../source/domain/name-kinds.js';
import type { ServiceQuirks } from '../../source/local/archive.js';

/** A service that treats every kind of name alike. */
export function quirksOfAll(habit: ServiceQuirks['names'][NameKind], longest = 1000): ServiceQuirks {
  return {
    names: Object.fromEntries(nameKinds.map((kind) => [kind, habit])) as Record<
      NameKind,
      ServiceQuirks['names'][NameKind]
    >,
    longest,
  };
}

/** Nothing is known of the service. */
export const noQuirks = quirksOfAll({ exact: 0, isAltered: false }, 0);
/** It stores every name as it was sent. */
export const exactQuirks = quirksOfAll({ exact: 1, isAltered: false });
/** It changes every name. */
export const alteringQuirks = quirksOfAll({ exact: 0, isAltered: true });
