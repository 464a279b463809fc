/** The line that a bare program says when it is ready. Lines that begin with `held` are not shown (`processes.ts`). */
export const READY = 'held ready';
