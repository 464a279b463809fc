/** Counts changes by the owner. Records from before this count have no number. */
export const versionOf = ({ version }: { readonly version?: number }): number => version ?? 0;
