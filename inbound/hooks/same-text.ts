import { createHash, timingSafeEqual } from 'node:crypto';

const digest = (text: string | Buffer): Buffer => createHash('sha256').update(text).digest();

/** Whether two secrets are equal, in a time that reveals nothing, not even their lengths. */
export const sameText = (one: string | Buffer, other: string | Buffer): boolean =>
  timingSafeEqual(digest(one), digest(other));
