import { firstSeen } from '../../domain/first-seen.js';
import { remember } from './remember.js';

/** Since when each animal is known here; worked out anew where something happened, not with every key. */
export const seenAnimals = remember(firstSeen);
