import { timestamp } from '../../common/domain/times.ts';
import type { ShownVersion } from '../services/queries/content-versions.ts';

export const CONTENT_KINDS = ['design', 'html', 'template'] as const;

export const presentContentVersion = ({
  _id,
  template_id,
  by,
  saved_at,
  is_design,
  is_html,
}: ShownVersion) => ({
  id: _id,
  saved_at: timestamp(saved_at),
  by,
  kind: is_design ? CONTENT_KINDS[0] : is_html ? CONTENT_KINDS[1] : CONTENT_KINDS[2],
  template_id,
});
