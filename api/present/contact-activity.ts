import { timestamp } from '../../common/domain/times.ts';
import type { ContactActivity } from '../services/queries/contact-activity.ts';

export const presentActivity = ({ at, kind, mail, detail }: ContactActivity) => ({
  at: timestamp(at),
  kind,
  utr: mail?.utr ?? null,
  subject: mail?.subject ?? null,
  detail,
});
