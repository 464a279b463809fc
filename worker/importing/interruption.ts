/** Why reading stopped before the end of the file. */
export type Interruption = { release: 'stopping' | 'turn' } | { lost: true } | { failure: string };

export const TYPE_GONE = 'The contact type was deleted.';
