import { firstSeen } from '../../domain/first-seen.ts';
import { remember } from './remember.ts';

/** Since when each animal is known here; worked out anew where something happened, not with every key. */
export const seenAnimals = remember(firstSeen);
