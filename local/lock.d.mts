/** Takes `file` as a lock. It is ours until `release`; otherwise `holder` is the id of the living process that has it. */
export declare function takeLock(
  file: string,
): { readonly release: () => void; readonly holder?: never } | { readonly holder: number; readonly release?: never };
