/**
 * What calls of one process are about to add to something that is counted in the store, by account. Whoever adds first
 * reserves, then counts, then writes, and gives the reservation back after the write: so of two at once each sees the
 * other, as a reservation or in the count, and the last place is given once. Between processes what they have under way
 * in one moment may come on top.
 */
export interface Reservations {
  /** Reserves `size`; answers what is reserved now, this included. */
  add(userId: number, size: number): number;
  remove(userId: number, size: number): void;
  of(userId: number): number;
}

export function createReservations(): Reservations {
  const reserved = new Map<number, number>();
  const change = (userId: number, size: number): number => {
    const left = (reserved.get(userId) ?? 0) + size;
    if (left > 0) reserved.set(userId, left);
    else reserved.delete(userId);
    return left;
  };
  return {
    add: change,
    remove: (userId, size) => void change(userId, -size),
    of: (userId) => reserved.get(userId) ?? 0,
  };
}
