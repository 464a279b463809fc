import type { ReplyRule } from '../rule.ts';

/**
 * Tried after a rule that would suppress the address. Such a reply has words for a missing mailbox, but is about our number of
 * recipients, a passing state, a failed lookup or us. The texts are phrases: a reply may ask a person to "check the spelling and try again".
 */
export const VETOES: readonly ReplyRule[] = [
  { rule: 'veto-loop', class: 'unknown' },
  { rule: 'veto-too-many', class: 'slow' },
  { rule: 'veto-lookup', class: 'later' },
  { rule: 'veto-for-now', class: 'later' },
  { rule: 'veto-of-us', class: 'policy' },
  // A certificate that does not exist, or a file: nothing in the reply names a mailbox.
  { rule: 'veto-of-things', class: 'unknown' },
  // Something of the user or of the mailbox, or a person who is away: "unknown user agent", "no mailbox server".
  { rule: 'veto-of-another', class: 'unknown' },
];
