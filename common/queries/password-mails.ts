import { PasswordMail } from '../models/password-mails.ts';

/** The first milliseconds belong to the mail's own doorbell. */
const GRACE_MS = 5000;
const SWEEP_LIMIT = 100;

/** Overdue mails, as a filter: no doorbell, a lost one, or a due retry. */
export const overduePasswordMail = (at: Date) =>
  ({ due_at: { $type: 'date', $lte: new Date(at.getTime() - GRACE_MS) } }) as const;

export async function duePasswordMails(at: Date): Promise<string[]> {
  const due = await PasswordMail.find(overduePasswordMail(at), { projection: { _id: 1 } })
    .limit(SWEEP_LIMIT)
    .toArray();
  return due.map(({ _id }) => _id);
}
