import { randomBytes } from 'node:crypto';
import type { Verification } from '../models/senders.ts';

/** Days that a verification link is good for (rulings 8). */
export const LINK_DAYS = 7;

/** A new verification, asked for at this instant: its mail is due, and links of any before are no longer good. */
export function newVerification(at: Date): Verification {
  return {
    nonce: randomBytes(4).readUInt32BE(),
    expires_at: new Date(at.getTime() + LINK_DAYS * 24 * 3600_000),
    due_at: at,
    attempts: 0,
    used_at: null,
  };
}

/** superseded: a newer mail was asked for, or the address was changed. */
export type LinkState = 'good' | 'superseded' | 'used' | 'expired';

/** What a link that was signed with `nonce` is worth. */
export function linkState(verification: Verification | null, nonce: number, at: Date): LinkState {
  if (verification?.nonce !== nonce) return 'superseded';
  if (verification.used_at !== null) return 'used';
  return verification.expires_at > at ? 'good' : 'expired';
}
