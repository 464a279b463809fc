import { type Failure, malformed } from './failures.ts';

/** Lists and objects within each other that a body may have; inputs have two. */
export const LEVELS = 32;

export const tooDeep = (): Failure => malformed({ body: [`A body has at most ${LEVELS} levels.`] });
