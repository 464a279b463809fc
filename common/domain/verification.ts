import { randomBytes } from 'node:crypto';

/** What a sender's verification mail and its link are about. */
export interface Verification {
  /** 32 random bits that the link's token is signed with; each new mail has its own, which ends the links before. */
  nonce: number;
  expires_at: Date;
  /** From here on the mail may be sent, or tried once more; null once it is out, or given up. */
  due_at: Date | null;
  /** How often it was tried. */
  attempts: number;
  used_at: Date | null;
}

/** Days for which a verification link is valid (docs/rules.md 8.1). */
export const LINK_DAYS = 7;

/** A new verification, requested at this instant: its mail is due, and earlier links are no longer valid. */
export function newVerification(at: Date): Verification {
  return {
    nonce: randomBytes(4).readUInt32BE(),
    expires_at: new Date(at.getTime() + LINK_DAYS * 24 * 3600_000),
    due_at: at,
    attempts: 0,
    used_at: null,
  };
}

/** When a link expires whose mail has to wait until `due`: it is valid from the mail on, for as long as it would have been. */
export const linkExpiryAfter = ({ expires_at }: Verification, at: Date, due: Date): Date =>
  new Date(due.getTime() + (expires_at.getTime() - at.getTime()));

/** superseded: a newer mail was requested, or the address has changed. */
export type LinkState = 'good' | 'superseded' | 'used' | 'expired';

/** The state of a link that was signed with `nonce`. */
export function linkState(verification: Verification | null, nonce: number, at: Date): LinkState {
  if (verification?.nonce !== nonce) return 'superseded';
  if (verification.used_at !== null) return 'used';
  return verification.expires_at > at ? 'good' : 'expired';
}
