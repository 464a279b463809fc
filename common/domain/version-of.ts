/** How often its owner has changed a record. Records from before this was counted have no number, and count as 0. */
export const versionOf = ({ version }: { readonly version?: number }): number => version ?? 0;
