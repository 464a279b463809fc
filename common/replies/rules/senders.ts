import type { ReplyRule } from '../rule.ts';

/**
 * Services that send for others, and the words of their events: Amazon SES and Resend (`Permanent/NoEmail`), SendGrid
 * (`bounce_classification`), Postmark (`Type`), Mailgun (`reason`). A reply of the recipient's server goes before these words.
 */
export const senderRules: readonly ReplyRule[] = [
  {
    rule: 'ses-not-verified',
    class: 'relay',
    texts: [
      'email address is not verified*',
      'account is not subscribed*',
      'account not subscribed to SES',
      'sending paused for this account',
      'SMTPApiError',
    ],
  },
  {
    rule: 'ses-rate',
    class: 'slow',
    texts: ['throttling failure*', 'maximum sending rate exceeded', 'daily message quota exceeded'],
  },
  {
    rule: 'sendgrid-connections',
    class: 'slow',
    texts: ['all available IPs are at maximum connection limit*', 'exceeds per-domain connection limit*'],
  },
  { rule: 'sendgrid-credits', class: 'relay', texts: ['maximum credits exceeded'] },
];

/** Tried after all texts: an event without a reply of the recipient's server. */
export const events: readonly ReplyRule[] = [
  // The provider does not mail an address because of an earlier event. It does not say which, so it proves nothing about the
  // mailbox.
  {
    rule: 'event-suppressed',
    class: 'unknown',
    stages: ['report'],
    texts: [
      'OnAccountSuppressionList',
      'permanent suppressed',
      'suppress-bounce',
      'suppress-complaint',
      'suppress-unsubscribe',
      'bounced address',
      'spam reporting address',
      'unsubscribed address',
      'inactive recipient',
      'suppressed sending to this address*',
      'on the suppression list',
      'not delivering to previously bounced address',
      'ManuallyDeactivated',
      'UnsubscribedRecipient',
    ],
  },
  {
    rule: 'event-no-mailbox',
    class: 'gone',
    stages: ['report'],
    kind: 5,
    texts: ['permanent NoEmail', 'permanent/NoEmail', 'bounce NoEmail', 'BadEmailAddress'],
  },
  { rule: 'event-full', class: 'full', stages: ['report'], texts: ['MailboxFull'] },
  { rule: 'event-size', class: 'size', stages: ['report'], texts: ['MessageTooLarge'] },
  {
    rule: 'event-content',
    class: 'content',
    stages: ['report'],
    texts: ['ContentRejected', 'AttachmentRejected', 'VirusNotification', 'TemplateRenderingFailed'],
  },
  { rule: 'event-auth', class: 'auth', stages: ['report'], texts: ['DMARCPolicy'] },
  {
    rule: 'event-policy',
    class: 'policy',
    stages: ['report'],
    texts: ['SpamNotification', 'espblock', 'classification reputation'],
  },
  {
    rule: 'event-later',
    class: 'later',
    stages: ['report'],
    texts: [
      'CustomTimeoutExceeded',
      'SoftBounce',
      'DnsError',
      'transient general',
      'ChallengeVerification',
      'classification technical',
      'too old',
    ],
  },
  {
    rule: 'event-slow',
    class: 'slow',
    stages: ['report'],
    texts: ['classification frequency or volume*', 'classification frequency*'],
  },
];
