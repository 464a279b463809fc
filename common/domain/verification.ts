import { randomBytes } from 'node:crypto';

export interface Verification {
  /** 32 random bits in the link's token; each new mail has its own, which ends earlier links. */
  nonce: number;
  expires_at: Date;
  /** When the mail may be sent or retried; null once it is sent or given up. */
  due_at: Date | null;
  attempts: number;
  used_at: Date | null;
}

/** docs/rules.md 8.1. */
export const LINK_DAYS = 7;

/** A verification requested at `at`: its mail is due, and earlier links become invalid. */
export function newVerification(at: Date): Verification {
  return {
    nonce: randomBytes(4).readUInt32BE(),
    expires_at: new Date(at.getTime() + LINK_DAYS * 24 * 3600_000),
    due_at: at,
    attempts: 0,
    used_at: null,
  };
}

/** The expiry of a link whose mail waits until `due`: its lifetime starts with the mail. */
export const linkExpiryAfter = ({ expires_at }: Verification, at: Date, due: Date): Date =>
  new Date(due.getTime() + (expires_at.getTime() - at.getTime()));

/** superseded: a newer mail was requested, or the address has changed. */
export type LinkState = 'good' | 'superseded' | 'used' | 'expired';

export function linkState(verification: Verification | null, nonce: number, at: Date): LinkState {
  if (verification?.nonce !== nonce) return 'superseded';
  if (verification.used_at !== null) return 'used';
  return verification.expires_at > at ? 'good' : 'expired';
}
