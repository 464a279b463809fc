/** What is taken of a room, until it is given back. */
export type Place = () => void;

export interface Room {
  /** Takes so many bytes for an account; null: there is no room now. What is larger than an account's share is let in alone. */
  take(account: number, bytes: number): Place | null;
}

/** Bytes that may be in memory at a time: of all, and of one account. Without a line: who finds no room asks again later. */
export function createRoom(total: number, each: number): Room {
  const held = new Map<number, number>();
  let used = 0;
  return {
    take(account, bytes) {
      const own = held.get(account) ?? 0;
      if (used > 0 && used + bytes > total) return null;
      if (own > 0 && own + bytes > each) return null;
      used += bytes;
      held.set(account, own + bytes);
      return () => {
        used -= bytes;
        const left = held.get(account)! - bytes;
        if (left === 0) held.delete(account);
        else held.set(account, left);
      };
    },
  };
}
