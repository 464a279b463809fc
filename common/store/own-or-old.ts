/** The documents of an account, where those of version 0.1.0 name none: a router asks one shard, and the one with the lowest range. */
export const ownOrOld = (userId: number) => ({ user_id: { $in: [userId, null] } });
