import { createHash } from 'node:crypto';
import { now } from '../clock.ts';
import { Account } from '../models/accounts.ts';
import { ReportShare, type ReportShareDocument } from '../models/report-shares.ts';
import { SingleSend, type SingleSendDocument } from '../models/single-sends.ts';
import { everywhere } from '../store/everywhere.ts';

/** A plain hash reveals nothing, because a token has 256 random bits. */
export const shareHash = (token: string): string => createHash('sha256').update(token).digest('hex');

export const liveSharesOf = (singleSendId: number) => ({
  single_send_id: singleSendId,
  expires_at: { $gt: now() },
});

/** Links that have not expired, in the order of their creation. */
export const liveShares = (userId: number, singleSendId: number): Promise<ReportShareDocument[]> =>
  ReportShare.of(userId).find(liveSharesOf(singleSendId)).sort({ _id: 1 }).toArray();

interface SharedSend {
  /** Without its template. */
  readonly send: SingleSendDocument;
  readonly until: Date;
}

/** Null: the link never existed, has expired or was revoked, the single send was deleted, or its account is closed. */
export async function sharedSend(token: string): Promise<SharedSend | null> {
  if (!/^[\w-]{43}$/.test(token)) return null;
  // The store deletes expired rows up to a minute late.
  const share = await everywhere(ReportShare, 'tokens').findOne({
    token_hash: shareHash(token),
    expires_at: { $gt: now() },
  });
  if (!share) return null;
  const account = await Account.findOne({ _id: share.user_id }, { projection: { closed: 1 } });
  if (!account || account.closed) return null;
  const send = await SingleSend.of(share.user_id).findOne(
    { _id: share.single_send_id, deleted_at: null },
    { projection: { template_json: 0, template_html: 0, template_text: 0 } },
  );
  return send && { send, until: share.expires_at };
}
