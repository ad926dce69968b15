/**
 * The version of the whole store, which its origin and every record of the queue carry.
 *
 * Raise it whenever the form of any document of the store changes, be it by one optional field: an older petstore would
 * drop unknown fields, or decide without them. The origin is written before anything else (`VersionGate.ready`), so an
 * older program that opens the store stops with exit 7. One that is open already reads the queue whenever that changes,
 * and meets the version in the first record: from then on it neither writes nor sends.
 */
export const formatVersion = 5;
