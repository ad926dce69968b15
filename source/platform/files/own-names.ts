/** Parts of file names that only this program gives. */

/** How the names of files begin that are being written; they are never read. */
export const temporaryPrefix = '.new-';

/** The text between the name of a file and the rest, if it was moved aside. */
export const asideMark = '.damaged-';
