/**
 * The version of the whole store, which its origin and every record of the queue carry.
 *
 * Raise it whenever the form of any document of the store changes, be it by one optional field: an older petstore would
 * drop unknown fields, or decide without them. The origin is written before anything else (`VersionGate.ready`), so an
 * older program that opens the store stops with exit 7. One that is open already reads the queue whenever that changes,
 * and meets the version in the first record: from then on it neither writes nor sends.
 *
 * - 1: was never released, and is not read any more.
 * - 2: the origin has an id and lists the machines it was allowed on.
 * - 3: an animal held, discarded or edited while it may have arrived is looked for all the same; an older one would
 *   send it again. Attempts name the start of the machine, and looks their witness; an older one would compare clocks
 *   of two starts. The archive has its animals in their months alone; an
 *   older one would miss the latest.
 */
export const formatVersion = 3;
