/** Every world, in the order of the table. */
import { answerWorlds } from './answers.ts';
import { hiddenWorlds } from './hidden.ts';
import { keyWorlds } from './keys.ts';
import { lagWorlds } from './lag.ts';
import { ordinaryDays } from './ordinary.ts';
import { pagingWorlds } from './paging.ts';
import { peopleWorlds } from './people.ts';
import { plainWorlds } from './plain.ts';
import { replicaWorlds } from './replicas.ts';
import { restoreWorlds } from './restore.ts';
import { rollbackWorlds } from './rollback.ts';
import type { World } from './world.ts';

export const worlds: readonly World[] = [
  ...plainWorlds,
  ...lagWorlds,
  ...replicaWorlds,
  ...pagingWorlds,
  ...hiddenWorlds,
  ...rollbackWorlds,
  ...answerWorlds,
  ...keyWorlds,
  ...restoreWorlds,
  ...peopleWorlds,
  ...ordinaryDays,
];
