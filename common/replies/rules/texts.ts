import { OF_RECIPIENT, type ReplyRule } from '../rule.ts';

/** A report that quotes the refused command: it is about the sender or about us. */
const NOT_AT_RCPT = [
  'after MAIL FROM*',
  'in reply to MAIL FROM*',
  'after EHLO*',
  'after HELO*',
  'in reply to EHLO*',
  'in reply to HELO*',
];

const OF_DIALOGUE = ['MAIL', 'RCPT', 'DATA', 'dot'] as const;

/**
 * Replies of servers of all kinds: Postfix, Exim, Sendmail, qmail, Exchange, OpenSMTPD, Courier, Dovecot and others. In this
 * order a text about a block list, a quota or a size is never read as one about a missing mailbox.
 */
export const beforeEvents: readonly ReplyRule[] = [
  { rule: 'own-login', class: 'relay', stages: OF_DIALOGUE },
  { rule: 'own-login-code', class: 'relay', codes: [530, 534, 535, 538], stages: OF_DIALOGUE },
  { rule: 'own-login-credentials', class: 'relay', enhanced: ['x.7.8'], stages: ['MAIL'] },
  { rule: 'recipient-takes-few', class: 'policy' },
  { rule: 'greylisted', class: 'later' },
  { rule: 'sender-domain-unknown', class: 'relay', stages: OF_DIALOGUE },
  // Before words for spam, viruses and names: a filter or a lookup that fails is no judgement.
  { rule: 'trouble-for-now', class: 'later', kind: 4 },
  // We have, not the mailbox.
  { rule: 'you-exceeded', class: 'slow' },
  { rule: 'authentication-failed', class: 'auth' },
  // Before "access denied", which such a reply also says.
  { rule: 'authentication-number', class: 'auth', enhanced: ['5.7.509', '5.7.515'] },
  // The name that we gave at the beginning of the dialogue.
  { rule: 'helo-refused', class: 'policy' },
  { rule: 'blocked', class: 'policy' },
  { rule: 'spam', class: 'policy' },
  { rule: 'harmful', class: 'content' },
  // Before "malformed", whose words for headers count the stations of a loop.
  { rule: 'mail-loop', class: 'unknown' },
  { rule: 'malformed', class: 'content' },
  { rule: 'too-large', class: 'size' },
  { rule: 'over-quota', class: 'full' },
  { rule: 'too-much', class: 'slow' },
  { rule: 'undelivered-in-time', class: 'later' },
  { rule: 'local-disk', class: 'later' },
  // Trouble of the server itself, where 421 alone would ask for less mail.
  { rule: 'server-trouble', class: 'later', kind: 4 },
  // What 421 says by itself (RFC 5321); where words say too much or too fast, a rule above has read them.
  { rule: 'not-available-for-now', class: 'later', codes: [421] },
  { rule: 'relay-refused-by-own', class: 'relay', stages: OF_DIALOGUE },
  { rule: 'relay-refused', class: 'policy' },
  { rule: 'sender-refused', class: 'relay', stages: ['MAIL'] },
  { rule: 'sender-refused-by-recipient', class: 'policy' },
  { rule: 'policy-text', class: 'policy' },
];

/** Words for mailboxes and limits in languages other than English. Those of one provider are in its file. */
export const languages: readonly ReplyRule[] = [
  { rule: 'words-too-large', class: 'size' },
  { rule: 'words-full', class: 'full' },
  { rule: 'words-too-much', class: 'slow' },
  { rule: 'words-later', class: 'later', kind: 5 },
  { rule: 'words-sender', class: 'policy', kind: 5 },
  { rule: 'words-inactive', class: 'inactive', kind: 5, stages: OF_RECIPIENT },
  { rule: 'words-gone', class: 'gone', kind: 5, stages: OF_RECIPIENT },
  // The same without a word for the mailbox, where no other thing is named either.
  { rule: 'words-inactive-alone', class: 'inactive', kind: 5, stages: OF_RECIPIENT },
  { rule: 'words-gone-alone', class: 'gone', kind: 5, stages: OF_RECIPIENT },
];

/** About the mailbox. After a temporary code its state is not known yet, and at MAIL the text would be about the sender. */
export const afterEvents: readonly ReplyRule[] = [
  // A program on the reporting server failed; its words are about files and users of that machine.
  { rule: 'local-delivery', class: 'unknown', stages: ['report'] },
  { rule: 'sender-code', class: 'auth', stages: ['report'], enhanced: ['5.1.7', '5.1.8'] },
  { rule: 'mailbox-for-now', class: 'later', kind: 5 },
  { rule: 'mailbox-closed', class: 'inactive', kind: 5, stages: OF_RECIPIENT, without: NOT_AT_RCPT },
  { rule: 'no-such-mailbox', class: 'gone', kind: 5, stages: OF_RECIPIENT, without: NOT_AT_RCPT },
  // Such replies name a relay, as those that are about relaying do.
  { rule: 'no-addressee', class: 'gone', kind: 5, stages: ['RCPT', 'report'], without: NOT_AT_RCPT },
  // Cisco's filters give no other text for an unknown recipient.
  {
    rule: 'address-rejected-5.1.0',
    class: 'gone',
    kind: 5,
    stages: ['RCPT', 'report'],
    enhanced: ['5.1.0', '5.1.1'],
    without: NOT_AT_RCPT,
  },
  { rule: 'mailbox-unavailable', class: 'gone', kind: 5, stages: ['RCPT', 'report'], without: NOT_AT_RCPT },
  // Without a code, "mailbox unavailable" may as well be a refusal of ours (RFC 5321, 4.2.3).
  {
    rule: 'mailbox-unavailable-code',
    class: 'gone',
    kind: 5,
    stages: ['RCPT', 'report'],
    enhanced: ['5.1.x', '5.2.0', '5.2.1', '5.5.0'],
    without: NOT_AT_RCPT,
  },
  { rule: 'no-such-domain', class: 'gone', kind: 5, stages: ['RCPT', 'report'], without: NOT_AT_RCPT },
  // Without a code, an unknown domain or host is as often the sender's.
  {
    rule: 'no-such-domain-code',
    class: 'gone',
    kind: 5,
    stages: ['RCPT', 'report'],
    enhanced: ['5.1.0', '5.1.1', '5.1.2', '5.1.3', '5.1.10', '5.4.1', '5.4.4', '5.4.310'],
    without: NOT_AT_RCPT,
  },
  { rule: 'blocked-word', class: 'policy', kind: 5, stages: OF_RECIPIENT },
];

/**
 * Replies in words that no rule above knows, tried after the words of events. Each word alone says little, so what may be about
 * the sender or about a passing state is left out.
 */
export const singleWords: readonly ReplyRule[] = [
  { rule: 'closed-words', class: 'inactive', kind: 5, stages: OF_RECIPIENT, without: NOT_AT_RCPT },
  { rule: 'missing-words', class: 'gone', kind: 5, stages: OF_RECIPIENT, without: NOT_AT_RCPT },
];

/** Words of a refusal, tried after the codes that name a cause. */
export const refusals: readonly ReplyRule[] = [
  { rule: 'no-cause', class: 'unknown', kind: 5 },
  { rule: 'refusing-words', class: 'policy', kind: 5, stages: ['DATA', 'dot', 'report'] },
  // In the other languages, where a sentence about the mailbox often stands before it.
  { rule: 'words-refused', class: 'policy', kind: 5, stages: ['DATA', 'dot', 'report'] },
];
