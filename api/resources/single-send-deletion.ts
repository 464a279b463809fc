import { forgetFailures } from '../../common/changes/job-failures.ts';
import { stopMailings } from '../../common/changes/mailings.ts';
import { now } from '../../common/clock.ts';
import { mailingOfSend } from '../../common/domain/mailing-keys.ts';
import type { Ring } from '../../common/jobs/doorbell.ts';
import { subjectOfSend } from '../../common/jobs/subjects.ts';
import { SEND_STATUS, SingleSend } from '../../common/models/single-sends.ts';
import type { Account } from '../http/account.ts';
import { forgetVersions } from '../services/queries/content-versions.ts';

/**
 * Null if none of them belongs to the account. Running sends stop. The ledger stays, so that the opt-out links in sent mails
 * always work.
 */
export async function deleteSends(
  account: Account,
  named: { utrs: readonly string[]; ids: readonly number[] },
  ring: Ring,
): Promise<true | null> {
  const own = {
    deleted_at: null,
    $or: [{ utr: { $in: [...named.utrs] } }, { _id: { $in: [...named.ids] } }],
  };
  const sends = await SingleSend.of(account.id).find(own).project<{ _id: number }>({ _id: 1 }).toArray();
  if (sends.length === 0) return null;
  await SingleSend.of(account.id).updateMany(
    { _id: { $in: sends.map((send) => send._id) } },
    { $set: { deleted_at: now() } },
  );
  // A send that never started or is done needs no design; the sent content stays in its mailing.
  await SingleSend.of(account.id).updateMany(
    { _id: { $in: sends.map((send) => send._id) }, status: { $ne: SEND_STATUS.running } },
    { $set: { template_json: null, template_html: null, template_text: null, design_bytes: 0 } },
  );
  await forgetVersions(
    account.id,
    'send',
    sends.map((send) => send._id),
  );
  await forgetFailures(sends.map((send) => subjectOfSend(send._id)));
  const mailings = sends.map((send) => mailingOfSend(send._id));
  if ((await stopMailings(account.id, mailings)) > 0) {
    for (const mailing of mailings) await ring('finish-mailing', { mailing, userId: account.id });
  }
  return true;
}
