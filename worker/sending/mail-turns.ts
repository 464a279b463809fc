import { Turns } from '../../common/fairness/turns.ts';

/**
 * Mails that may be under way at the mail servers. Accounts take turns, then mailings of an account: one to a hundred gets the same share
 * of its account's connections as one to a million.
 */
export type MailTurns = Turns<string>;

export const mailingLine = (account: number, mailing: string): string => `${account} ${mailing}`;

const accountOf = (line: string): string => line.slice(0, line.indexOf(' '));

export const createMailTurns = (total: number): MailTurns => new Turns({ total, groupOf: accountOf });
