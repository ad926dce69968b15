/** What can stand in a place: the word, and what it means if that helps. */
export type Candidate = readonly [word: string, meaning?: string];

/** Told to the script instead of words: complete with file names. */
export const files: Candidate = [':files'];
