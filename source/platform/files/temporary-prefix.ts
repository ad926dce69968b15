/** How the names of files begin that are being written; nobody reads them. */
export const temporaryPrefix = '.new-';
