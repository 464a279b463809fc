import { timestamp } from '../../common/domain/times.ts';
import type { ReportShareDocument } from '../../common/models/report-shares.ts';

/** The URL is only in the answer that created the link; all others have null. */
export const presentReportShare = (
  share: Pick<ReportShareDocument, '_id' | 'user_id' | 'created_at' | 'expires_at'>,
  url: string | null,
) => ({
  id: share._id,
  user_id: share.user_id,
  url,
  created_at: timestamp(share.created_at),
  expires_at: timestamp(share.expires_at),
});
