/** Every world, in the order of the table. */
import { answerWorlds } from './answers.js';
import { hiddenWorlds } from './hidden.js';
import { keyWorlds } from './keys.js';
import { lagWorlds } from './lag.js';
import { ordinaryDays } from './ordinary.js';
import { pagingWorlds } from './paging.js';
import { peopleWorlds } from './people.js';
import { plainWorlds } from './plain.js';
import { replicaWorlds } from './replicas.js';
import { restoreWorlds } from './restore.js';
import { rollbackWorlds } from './rollback.js';
import type { World } from './world.js';

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
