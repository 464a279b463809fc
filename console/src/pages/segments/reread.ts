/** How many people a segment has, and whether it is being updated. */
export interface Members {
  readonly count: number;
  readonly isRefreshing: boolean;
}

/** How the shown people of a segment are read again after its list was; null: not at all. */
export function rereadOf(
  before: Members | undefined,
  now: Members | undefined,
  pages: number,
): { readonly cancelRefetch: boolean } | null {
  if (!before || !now) return null;
  if (before.count === now.count && before.isRefreshing === now.isRefreshing) return null;
  // Many pages take longer than the second until the next look: they are read at the end.
  if (now.isRefreshing && pages > 1) return null;
  // A reading that began before the end of the update may lack people.
  return { cancelRefetch: !now.isRefreshing };
}
