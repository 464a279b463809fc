import { now } from '../../../common/clock.ts';

/** Milliseconds after which a message is looked at again whose worker may have died, or that can not go now. */
export const LOOK_AGAIN_MS = 30_000;

export const laterBy = (at: Date, ms: number): Date => new Date(at.getTime() + ms);

/** When the sweep rings for a message that a worker takes now. */
export const nextLook = (): Date => laterBy(now(), LOOK_AGAIN_MS);
