import type { IdRange } from '../domain/id-ranges.ts';
import { collection, model } from '../store/collection.ts';

/** Without name and address. Never removed: restored backups are cleaned by it again, and links in sent mails need it. */
export interface DeletedAccountDocument {
  /** The account's id, which is never reused. */
  _id: number;
  closed_at: Date;
  begun_at: Date;
  done_at: Date | null;
  /** When a worker next checks for data that came back; null: no more checks. */
  due_at: Date | null;
  /** Delivery ids of mails that may still be in an inbox. */
  mails: IdRange[];
  lease_token: string | null;
  lease_until: Date;
}

const schema = collection<DeletedAccountDocument>('deleted_accounts');
schema.index({ due_at: 1 }, { partialFilterExpression: { due_at: { $type: 'date' } } });

export const DeletedAccount = model<DeletedAccountDocument>('DeletedAccount', schema);
