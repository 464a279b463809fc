import { isStopped, STOP } from '../../../common/accounts/stopped.ts';
import { takeVerificationPlace } from '../../../common/changes/verification-quotas.ts';
import { now } from '../../../common/clock.ts';
import { signToken, tokenKey } from '../../../common/domain/tokens.ts';
import { linkExpiryAfter, type Verification } from '../../../common/domain/verification.ts';
import type { JobPayloads } from '../../../common/jobs/catalogue.ts';
import { Account } from '../../../common/models/accounts.ts';
import { Sender, type SenderDocument } from '../../../common/models/senders.ts';
import { dueVerifications, overdueVerification } from '../../../common/queries/senders.ts';
import { believedStop } from '../../../common/quotas/sending.ts';
import { sign } from '../../runtime/chore.ts';
import type { WorkerContext } from '../../runtime/context.ts';
import { defineJob } from '../../runtime/job.ts';
import { describeFailure } from '../mailer.ts';
import { verificationMail } from '../mails/link-mails.ts';

const CLAIM_SLACK = 30_000;
const FIRST_WAIT = 10_000;
const LONGEST_WAIT = 3600_000;
const SUSPENDED_WAIT = 30_000;

type UnverifiedSender = SenderDocument & { verification: Verification };

/**
 * No job or document has the link: it is made here from the sender's id and nonce. A failed or limited mail is due later, and the
 * sweep rings. A crash after the server took the mail can send it again.
 */
export default defineJob('mail-verification', {
  doing: 'Sending a verification mail',
  due: { signs: [sign(Sender, overdueVerification)], find: dueVerifications },
  async run(
    { senderId, userId }: Omit<JobPayloads['mail-verification'], 'nonce'>,
    { config, log, mailer }: Pick<WorkerContext, 'config' | 'log' | 'mailer'>,
  ) {
    if (await believedStop()) return 'idle';
    const sender = await claim(userId, senderId, mailer.patience + CLAIM_SLACK);
    if (!sender) return 'idle';
    const { nonce, expires_at, attempts } = sender.verification;
    const account = await Account.findOne({ _id: sender.user_id }, { projection: { name: 1, ...STOP } });
    const at = now();
    if (!account || sender.deleted_at || expires_at <= at) return setDue(sender, null);
    if (isStopped(account)) return setDue(sender, new Date(at.getTime() + SUSPENDED_WAIT));
    const free = await takeVerificationPlace(sender, config.rates, at, { waits: true });
    if (free) return setDue(sender, free, linkExpiryAfter(sender.verification, at, free));

    const token = signToken(
      tokenKey(config.signingSecrets),
      'verify',
      { account: sender.user_id, id: senderId },
      nonce,
    );
    const mail = verificationMail({
      accountName: account.name,
      address: sender.from_email,
      url: `${config.publicUrl}/verify/${token}`,
      messageKey: `verify-${senderId}-${nonce}`,
    });
    try {
      await mailer.send(mail);
    } catch (error) {
      const { code, reply, refused } = describeFailure(error);
      log.warn(
        { sender_id: senderId, attempts, code, reply_code: reply, refused },
        'verification mail not sent; it is retried unless it was refused',
      );
      const wait = Math.min(FIRST_WAIT * 4 ** (attempts - 1), LONGEST_WAIT);
      return setDue(sender, refused ? null : new Date(now().getTime() + wait));
    }
    await setDue(sender, null);
  },
});

async function claim(userId: number, senderId: number, lease: number): Promise<UnverifiedSender | null> {
  const at = now();
  return (await Sender.of(userId).findOneAndUpdate(
    { _id: senderId, 'verification.due_at': { $type: 'date', $lte: at } },
    { $set: { 'verification.due_at': new Date(at.getTime() + lease) }, $inc: { 'verification.attempts': 1 } },
    { returnDocument: 'after' },
  )) as UnverifiedSender | null;
}

/** Ends the claim, unless a newer mail was requested, which is due by itself. */
async function setDue(
  { _id, user_id, verification: { nonce, due_at } }: UnverifiedSender,
  next: Date | null,
  expires?: Date,
): Promise<void> {
  await Sender.of(user_id).updateOne(
    { _id, 'verification.nonce': nonce, 'verification.due_at': due_at },
    { $set: { 'verification.due_at': next, ...(expires && { 'verification.expires_at': expires }) } },
  );
}
