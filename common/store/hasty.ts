/**
 * A write that does not wait for the majority's journal, which costs several times as much. For data that a crash of the store
 * may lose, or that a later majority write of the same document confirms: MongoDB journals and replicates writes in their order.
 */
export const HASTY = Object.freeze({ writeConcern: Object.freeze({ w: 1, journal: false }) });
