import { timestamp } from '../../common/domain/times.ts';
import type { MediaDocument } from '../../common/models/media.ts';
import { MEDIA_PATH, mediaFileName } from '../services/media.ts';

export const presentMedia = (found: MediaDocument, publicUrl: string) => ({
  id: found._id,
  user_id: found.user_id,
  name: found.name,
  url: `${publicUrl}${MEDIA_PATH}/${mediaFileName(found)}`,
  type: found.type,
  width: found.width,
  height: found.height,
  frames: found.frames,
  bytes: found.bytes,
  created_at: timestamp(found.created_at),
});
