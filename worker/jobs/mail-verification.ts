import { now } from '../../common/clock.ts';
import { signToken, tokenKey } from '../../common/domain/tokens.ts';
import type { JobPayloads } from '../../common/jobs/catalogue.ts';
import { Account } from '../../common/models/accounts.ts';
import { Sender, type SenderDocument, type Verification } from '../../common/models/senders.ts';
import { rows } from '../../common/mongo.ts';
import { takeVerificationPlace } from '../../common/queries/verification-quotas.ts';
import { believedStop } from '../../common/quotas/sending.ts';
import type { WorkerContext } from '../context.ts';
import { describeFailure } from '../mailer.ts';
import { verificationMail } from '../mails/verification.ts';

/** Milliseconds beyond the mailer's own patience that a claim holds. */
const CLAIM_SLACK = 30_000;
/** Waiting time after a failed try, in milliseconds: four times the last one, up to an hour. */
const FIRST_WAIT = 10_000;
const LONGEST_WAIT = 3600_000;
/** Until a mail of a suspended account is looked at again. */
const SUSPENDED_WAIT = 30_000;

type Asked = SenderDocument & { verification: Verification };

/**
 * Sends the mail whose link verifies a sender, once for each time it was asked for. The link is made here, from the
 * sender's id and its nonce: neither the job nor any document ever holds it. A failed try is due again later, and
 * the sweep rings, and so is one too many for its address or account; a crash between the server's yes and our note of it can send the mail a second time.
 */
export async function mailVerification(
  { senderId }: JobPayloads['mail-verification'],
  { config, log, mailer }: Pick<WorkerContext, 'config' | 'log' | 'mailer'>,
): Promise<void | 'idle'> {
  if (await believedStop()) return 'idle';
  const sender = await claim(senderId, mailer.patience + CLAIM_SLACK);
  if (!sender) return 'idle';
  const { nonce, expires_at, attempts } = sender.verification;
  const account = await rows(Account).findOne(
    { _id: sender.user_id },
    { projection: { name: 1, suspended: 1 } },
  );
  const at = now();
  if (!account || sender.deleted_at || expires_at <= at) return setDue(sender, null);
  if (account.suspended) return setDue(sender, new Date(at.getTime() + SUSPENDED_WAIT));
  const free = await takeVerificationPlace(sender, config.rates, at);
  if (free) return setDue(sender, free);

  const token = signToken(tokenKey(config.signingSecrets), 'verify', senderId, nonce);
  const mail = verificationMail({
    accountName: account.name,
    address: sender.from_email,
    url: `${config.publicUrl}/verify/${token}`,
    messageKey: `verify-${senderId}-${nonce}`,
  });
  try {
    await mailer.send(mail);
  } catch (error) {
    const { refused, ...failure } = describeFailure(error);
    log.warn({ sender_id: senderId, attempts, refused, ...failure }, 'a verification mail was not sent');
    const wait = Math.min(FIRST_WAIT * 4 ** (attempts - 1), LONGEST_WAIT);
    return setDue(sender, refused ? null : new Date(now().getTime() + wait));
  }
  await setDue(sender, null);
}

/** Takes a mail that is due for `lease` milliseconds; null when there is none, or somebody else has it. */
async function claim(senderId: number, lease: number): Promise<Asked | null> {
  const at = now();
  return (await rows(Sender).findOneAndUpdate(
    { _id: senderId, 'verification.due_at': { $type: 'date', $lte: at } },
    { $set: { 'verification.due_at': new Date(at.getTime() + lease) }, $inc: { 'verification.attempts': 1 } },
    { returnDocument: 'after' },
  )) as Asked | null;
}

/** Ends the claim, unless a newer mail was asked for meanwhile: that one is due by itself. */
async function setDue({ _id, verification: { nonce, due_at } }: Asked, next: Date | null): Promise<void> {
  await rows(Sender).updateOne(
    { _id, 'verification.nonce': nonce, 'verification.due_at': due_at },
    { $set: { 'verification.due_at': next } },
  );
}
