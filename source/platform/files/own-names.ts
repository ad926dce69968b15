/** Parts of file names that only this program gives. */

/** How the names of files begin that are being written; nobody reads them. */
export const temporaryPrefix = '.new-';

/** What stands between the name of a file and the rest, if it was moved aside. */
export const asideMark = '.damaged-';
