import { localTime, timestamp } from '../../common/domain/times.ts';
import type { SenderDocument } from '../../common/models/senders.ts';

export const presentSender = (sender: SenderDocument, timezone: string) => ({
  id: sender._id,
  user_id: sender.user_id,
  from_name: sender.from_name,
  from_email: sender.from_email,
  reply_to_email: sender.reply_to_email,
  country_id: sender.country_id,
  state_id: sender.state_id,
  city_id: sender.city_id,
  zip_code: sender.zip_code,
  company_address: sender.company_address,
  company_address2: sender.company_address2,
  nickname: sender.nickname,
  is_verified: sender.is_verified,
  utr: sender.utr,
  send_at: localTime(sender.send_at, timezone),
  deleted_at: timestamp(sender.deleted_at),
  created_at: timestamp(sender.created_at),
  updated_at: timestamp(sender.updated_at),
});
