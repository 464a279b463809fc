import { timestamp } from '../../common/domain/times.ts';
import type { ReportShareDocument } from '../../common/models/report-shares.ts';

/** A link to a report. Its address is in the answer that made it, and null in every other. */
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
