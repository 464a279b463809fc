/**
 * Options of a write that does not wait for the majority's journal, which costs several times as much. For what may be lost in a crash of the store, or what a
 * later write of the same document with majority confirms: MongoDB journals and replicates writes in their order.
 */
export const HASTY = Object.freeze({ writeConcern: Object.freeze({ w: 1, journal: false }) });
