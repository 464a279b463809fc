import { timestamp } from '../../common/domain/times.ts';
import type { Activity } from '../services/queries/contact-activity.ts';

export const presentActivity = ({ at, kind, mail, detail }: Activity) => ({
  at: timestamp(at),
  kind,
  utr: mail?.utr ?? null,
  subject: mail?.subject ?? null,
  detail,
});
