import type { IdRange } from '../domain/id-ranges.ts';
import { collection, model } from '../store/collection.ts';

/**
 * An account that was deleted, or is being deleted. The row stays for ever: a backup that is restored is deleted from again, and links
 * of mails that are out are known by it. It has no name and no address.
 */
export interface DeletedAccountDocument {
  /** The account's id, which no other account ever gets. */
  _id: number;
  /** When its owner closed it. */
  closed_at: Date;
  /** When its deletion began; it could not be reopened from then on. */
  begun_at: Date;
  /** When nothing of it was left; null until then. */
  done_at: Date | null;
  /** When a worker looks for it, again where it did before; null once it looks no more. */
  due_at: Date | null;
  /** Ids of its deliveries: of mails that may still be in an inbox. */
  mails: IdRange[];
  /** The lease of the worker that deletes. */
  lease_token: string | null;
  lease_until: Date;
}

const schema = collection<DeletedAccountDocument>('deleted_accounts');
schema.index({ due_at: 1 }, { partialFilterExpression: { due_at: { $type: 'date' } } });

export const DeletedAccount = model<DeletedAccountDocument>('DeletedAccount', schema);
