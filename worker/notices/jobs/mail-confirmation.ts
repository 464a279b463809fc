import { isStopped, STOP } from '../../../common/accounts/stopped.ts';
import { takeConfirmationPlace } from '../../../common/changes/verification-quotas.ts';
import { now } from '../../../common/clock.ts';
import { signToken, tokenKey } from '../../../common/domain/tokens.ts';
import { linkExpiryAfter, type Verification } from '../../../common/domain/verification.ts';
import { Account } from '../../../common/models/accounts.ts';
import {
  NotificationRecipient,
  type NotificationRecipientDocument,
} from '../../../common/models/notification-recipients.ts';
import { dueConfirmations, overdueConfirmation } from '../../../common/queries/notification-recipients.ts';
import { believedStop } from '../../../common/quotas/sending.ts';
import { sign } from '../../runtime/chore.ts';
import type { WorkerContext } from '../../runtime/context.ts';
import { defineJob } from '../../runtime/job.ts';
import { describeFailure } from '../mailer.ts';
import { confirmationMail } from '../mails/link-mails.ts';

const CLAIM_SLACK = 30_000;
const FIRST_WAIT = 10_000;
const LONGEST_WAIT = 3600_000;
const STOPPED_WAIT = 30_000;

type UnconfirmedRecipient = NotificationRecipientDocument & { confirmation: Verification };

/** A failed or limited mail is due later, and the sweep rings. A crash after the server took the mail can send it again. */
export default defineJob('mail-confirmation', {
  doing: 'Sending a confirmation mail',
  due: {
    signs: [sign(NotificationRecipient, overdueConfirmation)],
    find: dueConfirmations,
  },
  async run(
    { recipientId, userId },
    { config, log, mailer }: Pick<WorkerContext, 'config' | 'log' | 'mailer'>,
  ) {
    if (await believedStop()) return 'idle';
    const asked = await claim(userId, recipientId, mailer.patience + CLAIM_SLACK);
    if (!asked) return 'idle';
    const { _id, user_id, email_address, confirmation } = asked;
    const { nonce, expires_at, attempts } = confirmation;
    const account = await Account.findOne({ _id: user_id }, { projection: { name: 1, ...STOP } });
    const at = now();
    if (!account || asked.confirmed_at !== null || asked.stopped_at || expires_at <= at)
      return setDue(asked, null);
    if (isStopped(account)) return setDue(asked, new Date(at.getTime() + STOPPED_WAIT));
    const free = await takeConfirmationPlace({ _id, user_id, email_address, nonce }, config.rates, at);
    if (free) return setDue(asked, free, linkExpiryAfter(confirmation, at, free));

    const token = signToken(tokenKey(config.signingSecrets), 'confirm', { account: user_id, id: _id }, nonce);
    const mail = confirmationMail({
      accountName: account.name,
      address: email_address,
      url: `${config.publicUrl}/confirm/${token}`,
      messageKey: `confirm-${_id}-${nonce}`,
    });
    try {
      await mailer.send(mail);
    } catch (error) {
      const { code, reply, refused } = describeFailure(error);
      log.warn(
        { recipient_id: _id, attempts, code, reply_code: reply, refused },
        'confirmation mail not sent; it is retried unless it was refused',
      );
      const wait = Math.min(FIRST_WAIT * 4 ** (attempts - 1), LONGEST_WAIT);
      return setDue(asked, refused ? null : new Date(now().getTime() + wait));
    }
    await setDue(asked, null);
  },
});

async function claim(userId: number, id: number, lease: number): Promise<UnconfirmedRecipient | null> {
  const at = now();
  return (await NotificationRecipient.of(userId).findOneAndUpdate(
    { _id: id, 'confirmation.due_at': { $type: 'date', $lte: at } },
    { $set: { 'confirmation.due_at': new Date(at.getTime() + lease) }, $inc: { 'confirmation.attempts': 1 } },
    { returnDocument: 'after' },
  )) as UnconfirmedRecipient | null;
}

async function setDue(
  { _id, user_id, confirmation }: UnconfirmedRecipient,
  due: Date | null,
  expires?: Date,
): Promise<void> {
  await NotificationRecipient.of(user_id).updateOne(
    { _id, 'confirmation.due_at': confirmation.due_at },
    { $set: { 'confirmation.due_at': due, ...(expires && { 'confirmation.expires_at': expires }) } },
  );
}
