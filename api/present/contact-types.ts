import { timestamp } from '../../common/domain/times.ts';
import type { ContactTypeDocument } from '../../common/models/contact-types.ts';

export const presentContactType = (type: ContactTypeDocument) => ({
  id: type._id,
  user_id: type.user_id,
  name: type.name,
  deleted_at: timestamp(type.deleted_at),
  created_at: timestamp(type.created_at),
  updated_at: timestamp(type.updated_at),
});

export const presentCountedContactType = (type: ContactTypeDocument, contacts: number) => ({
  ...presentContactType(type),
  contacts_count: contacts,
});
