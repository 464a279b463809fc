import type { Verdict } from '../../../common/domain/reply-classes.ts';
import type { Deferral } from './outcome.ts';

/** How a server failed a mail after its recipient was named (docs/replies.md, "Rules without a reply"). */
export type Trouble = 'lost' | 'nonsense' | 'silence';

const VERDICTS: Readonly<Record<Trouble, Verdict>> = Object.freeze({
  lost: { class: 'later', rule: 'own-lost-line' },
  nonsense: { class: 'later', rule: 'own-nonsense' },
  silence: { class: 'later', rule: 'own-silence' },
});

const TEXTS: Readonly<Record<Trouble, (where: string, reason: string) => string>> = Object.freeze({
  lost: (where: string) => `The server closed the connection ${where}`,
  nonsense: (where: string, reason: string) => `The server gave no valid answer ${where}: ${reason}`,
  silence: (where: string) => `The server did not answer in time ${where}`,
});

/** The server certainly did not accept the mail. A connection may still read its bytes. `where`: such as `at RCPT`. */
export const deferralBy = (trouble: Trouble, where: string, reason: string): Deferral => ({
  kind: 'deferred',
  reply: TEXTS[trouble](where, reason),
  code: null,
  ...VERDICTS[trouble],
  bytesFree: false,
});
