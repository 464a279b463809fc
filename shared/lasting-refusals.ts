/** Classes of refusals that also hold for the next attempt: a retry leaves them out (docs/rules.md 9.26). */
export const LASTING_REFUSALS: readonly string[] = ['gone', 'inactive', 'content', 'size'];
