import type { ReplyClass } from '../../common/domain/reply-classes.ts';
import type { Report } from '../../inbound/reports/report.ts';

type Answer = ReplyClass | Exclude<Report['kind'], 'bounced' | 'deferred'> | 'none';

const ANY_OTHER = ['later', 'unknown', 'policy', 'content', 'relay', 'slow', 'auth', 'size', 'full'] as const;

/**
 * Reasons of sisimai's tests (https://libsisimai.org/en/reason/) in our classes. Where its reason covers several of our classes, each of
 * them is right. A reason that says nothing about the mailbox may have any class after which an address is not suppressed.
 */
export const REASONS: Readonly<Record<string, readonly Answer[]>> = Object.freeze({
  userunknown: ['gone', 'inactive'],
  hostunknown: ['gone'],
  hasmoved: ['inactive', 'gone'],
  suspend: ['inactive', 'gone'],
  // "Rejected after DATA": most of these texts say that the user is unknown.
  filtered: ['gone', 'inactive', 'policy'],
  // Includes domains that say that they take no mail (RFC 7505).
  notaccept: ['gone', 'auth', 'policy', 'later', 'unknown'],
  mailboxfull: ['full'],
  expired: ['later'],
  networkerror: ['later', 'unknown'],
  blocked: ['policy', 'auth', 'slow'],
  badreputation: ['policy', 'slow'],
  requireptr: ['auth', 'policy'],
  spamdetected: ['policy', 'content'],
  virusdetected: ['content', 'policy'],
  policyviolation: ['policy', 'content'],
  authfailure: ['auth'],
  rejected: ['policy', 'auth', 'relay', 'slow'],
  securityerror: ['auth', 'relay', 'policy'],
  failedstarttls: ['auth', 'later', 'unknown'],
  norelaying: ['policy', 'relay'],
  // Includes lines that are too long.
  mesgtoobig: ['size', 'content'],
  exceedlimit: ['size'],
  contenterror: ['content'],
  notcompliantrfc: ['content', 'policy'],
  syntaxerror: ANY_OTHER,
  toomanyconn: ['slow', 'policy', 'later'],
  speeding: ['slow', 'later'],
  systemfull: ['later', 'full'],
  systemerror: ANY_OTHER,
  mailererror: ANY_OTHER,
  onhold: ANY_OTHER,
  undefined: ANY_OTHER,
  feedback: ['complained'],
  vacation: ['auto_reply'],
  delivered: ['none'],
});
