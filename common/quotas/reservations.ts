/**
 * What calls of one process are about to add to something that is counted in the store, by account. A call reserves, then
 * counts, then writes, and releases its reservation after the write. So of two calls at once, each sees the other as a
 * reservation or in the count, and the last place is given once. Calls of other processes at the same moment are not seen,
 * so the limit may be exceeded by what they add.
 */
export interface Reservations {
  /** Reserves `size`; returns the sum of all reservations, including this one. */
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
