import { randomBytes } from 'node:crypto';
import { accessMark } from '../../../common/accounts/access-mark.ts';
import { CHANGE_MAIL_MS } from '../../../common/accounts/change-notes.ts';
import { LINK_MS, tokenHash } from '../../../common/accounts/password-resets.ts';
import { passwordMark } from '../../../common/accounts/passwords.ts';
import { now } from '../../../common/clock.ts';
import { Account, type AccountDocument } from '../../../common/models/accounts.ts';
import {
  type AccessChange,
  PasswordMail,
  type PasswordMailDocument,
} from '../../../common/models/password-mails.ts';
import { duePasswordMails, overduePasswordMail } from '../../../common/queries/password-mails.ts';
import { sign } from '../../runtime/chore.ts';
import type { WorkerContext } from '../../runtime/context.ts';
import { defineJob } from '../../runtime/job.ts';
import { describeFailure, type SystemMail } from '../mailer.ts';
import { changedMail, resetMail } from '../mails/password.ts';

const CLAIM_SLACK = 30_000;
const FIRST_WAIT = 10_000;
const LONGEST_WAIT = 300_000;

/** The token of a link is made just before each try and stored only as a hash; no queue has it. */
export default defineJob('mail-password', {
  doing: 'Sending a mail about a password',
  due: {
    signs: [sign(PasswordMail, overduePasswordMail)],
    find: async (at) => (await duePasswordMails(at)).map((mailId) => ({ mailId })),
  },
  async run({ mailId }, { config, log, mailer }: Pick<WorkerContext, 'config' | 'log' | 'mailer'>) {
    const claimed = await claim(mailId, mailer.patience + CLAIM_SLACK);
    if (!claimed) return 'idle';
    const account = await Account.findOne({ email_norm: claimed.email_norm });
    const mail = account && !isOver(claimed) && (await mailOf(claimed, account, config.publicUrl));
    if (!mail) return forget(claimed);
    try {
      await mailer.send(mail);
    } catch (error) {
      const { code, reply, refused } = describeFailure(error);
      const { kind, attempts } = claimed;
      log.warn(
        { user_id: account._id, kind, attempts, code, reply_code: reply, refused },
        'account mail not sent; it is retried unless it was refused',
      );
      const wait = Math.min(FIRST_WAIT * 2 ** (attempts - 1), LONGEST_WAIT);
      if (refused) return forget(claimed);
      return setDue(claimed, new Date(now().getTime() + wait));
    }
    if (claimed.kind !== 'link') return forget(claimed);
    await setDue(claimed, null);
  },
});

const IS_SO: Readonly<
  Record<AccessChange, (account: AccountDocument, noted: PasswordMailDocument) => boolean>
> = {
  changed: (account, { password_mark }) => accessMark(account) !== password_mark,
  factor_on: (account, noted) => IS_SO.changed(account, noted) && Boolean(account.second_factor),
  factor_off: (account, noted) => IS_SO.changed(account, noted) && !account.second_factor,
  closed: ({ closed }) => Boolean(closed),
  reopened: ({ closed }) => !closed,
  deletion_near: ({ closed }) => Boolean(closed),
};

const isOver = ({ kind, created_at }: PasswordMailDocument): boolean =>
  now().getTime() - created_at.getTime() >= (kind === 'link' ? LINK_MS : CHANGE_MAIL_MS);

/** The mail by current data; null if the change did not happen or a newer mail was requested. */
async function mailOf(
  claimed: PasswordMailDocument,
  account: AccountDocument,
  publicUrl: string,
): Promise<SystemMail | null> {
  const resetUrl = `${publicUrl}/account/reset`;
  if (claimed.kind !== 'link') {
    // The note was stored before the change, which may not have happened.
    if (!IS_SO[claimed.kind](account, claimed)) return null;
    const messageKey = `password-${claimed._id}-${claimed.created_at.getTime()}`;
    return changedMail(claimed.kind, account, publicUrl, messageKey);
  }
  const token = randomBytes(32).toString('base64url');
  const token_hash = tokenHash(token);
  const { matchedCount } = await PasswordMail.updateOne(
    { _id: claimed._id, due_at: claimed.due_at },
    {
      $set: {
        token_hash,
        password_mark: passwordMark(account),
        expires_at: new Date(now().getTime() + LINK_MS),
      },
    },
  );
  // A part of the hash in the Message-ID reveals nothing about the token.
  return matchedCount === 0
    ? null
    : resetMail(account.email, `${resetUrl}/${token}`, `password-${token_hash.slice(0, 16)}`);
}

function claim(_id: string, lease: number): Promise<PasswordMailDocument | null> {
  const at = now();
  return PasswordMail.findOneAndUpdate(
    { _id, due_at: { $type: 'date', $lte: at } },
    { $set: { due_at: new Date(at.getTime() + lease) }, $inc: { attempts: 1 } },
    { returnDocument: 'after' },
  );
}

/** Ends the claim, unless a newer mail was requested. */
async function setDue({ _id, due_at }: PasswordMailDocument, due: Date | null): Promise<void> {
  await PasswordMail.updateOne({ _id, due_at }, { $set: { due_at: due } });
}

async function forget({ _id, due_at }: PasswordMailDocument): Promise<void> {
  await PasswordMail.deleteOne({ _id, due_at });
}
