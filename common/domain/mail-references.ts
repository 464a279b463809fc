/**
 * Headers that repeat a mail's Message-ID, for providers whose events name a mail by an id of their own. Resend's events have the
 * headers of the mail; Postmark's have those whose names begin with X-PM-Metadata-.
 */
export const REFERENCE_HEADER = 'X-Mail-Reference';
export const POSTMARK_HEADER = 'X-PM-Metadata-mail';
