import { PasswordMail } from '../models/password-mails.ts';

/** Milliseconds for which the doorbell of a mail is waited for. */
const GRACE_MS = 5000;
const SWEEP_LIMIT = 100;

/** Mails about passwords that are overdue, as a filter: they have no doorbell, it was lost, or they are to be tried again. */
export const overduePasswordMail = (at: Date) =>
  ({ due_at: { $type: 'date', $lte: new Date(at.getTime() - GRACE_MS) } }) as const;

/** For the sweep: the ids of these mails. */
export async function duePasswordMails(at: Date): Promise<string[]> {
  const due = await PasswordMail.find(overduePasswordMail(at), { projection: { _id: 1 } })
    .limit(SWEEP_LIMIT)
    .toArray();
  return due.map(({ _id }) => _id);
}
