import { timestamp } from '../../common/domain/times.ts';
import type { SegmentDocument } from '../../common/models/segments.ts';

/** `refreshFailed`: why the update of its recipients fails repeatedly, or null. */
export const presentSegment = (segment: SegmentDocument, refreshFailed: string | null) => ({
  id: segment._id,
  user_id: segment.user_id,
  contact_type_id: segment.contact_type_id,
  segment_name: segment.segment_name,
  select_field: segment.select_field,
  select_operator: segment.select_operator,
  value: segment.value,
  query_type: segment.query_type,
  deleted_at: timestamp(segment.deleted_at),
  created_at: timestamp(segment.created_at),
  updated_at: timestamp(segment.updated_at),
  segment_emails_count: segment.segment_emails_count,
  refreshing: segment.walked_version !== segment.version,
  refresh_failed: refreshFailed,
});
