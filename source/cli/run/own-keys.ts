import { readOwnKeys } from '../../app/preferences/bind-keys.ts';
import { keyTable } from '../../tui/keys/keymap.ts';

/** Why a person's own keys do not count, if they do not. In a file of its own: only the app needs the key table. */
export const findKeyProblem = (keys: unknown): string | undefined => readOwnKeys(keyTable, keys).problem;
