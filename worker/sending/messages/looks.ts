import { now } from '../../../common/clock.ts';

/** Milliseconds until the next look at a message whose worker may have died, or that cannot go now. */
export const LOOK_AGAIN_MS = 30_000;

export const laterBy = (at: Date, ms: number): Date => new Date(at.getTime() + ms);

export const nextLook = (): Date => laterBy(now(), LOOK_AGAIN_MS);
