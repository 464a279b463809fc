import { type Failure, malformed } from './failures.ts';

/** Nested lists and objects that a body may have; inputs have two. */
export const LEVELS = 32;

export const tooDeep = (): Failure => malformed({ body: [`A body has at most ${LEVELS} levels.`] });
