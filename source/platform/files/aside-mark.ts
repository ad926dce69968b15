/** What stands between the name of a file and the rest, where it was moved aside. */
export const asideMark = '.damaged-';
