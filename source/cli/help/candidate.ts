/** A word that can stand in a place, and its meaning if that helps. */
export type Candidate = readonly [word: string, meaning?: string];

/** Told to the script instead of words: complete with file names. */
export const files: Candidate = [':files'];
