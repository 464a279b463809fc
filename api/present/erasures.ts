import { timestamp } from '../../common/domain/times.ts';
import type { ErasureDocument } from '../../common/models/erasures.ts';

export const presentErasure = ({ requested_at, erased_at, done_at }: ErasureDocument) => ({
  requested_at: timestamp(requested_at),
  erased_at: timestamp(erased_at),
  done_at: timestamp(done_at),
});
