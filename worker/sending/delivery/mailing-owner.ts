import type { Figures } from '../../../common/models/figures.ts';
import type { MailingDocument } from '../../../common/models/mailings.ts';
import type { WorkerContext } from '../../runtime/context.ts';

/** A mailing as a slice reads it: without the fields that only rendering needs. */
export type ReadMailing = Omit<MailingDocument, 'links'>;

/** What a mailing belongs to: a single send, a single message, or an email of an automation. It holds everything in which these differ. */
export interface MailingOwner {
  /** The mailing as it is to be delivered now, with its newest content; null while nothing of it may be sent. */
  refresh(mailing: ReadMailing, worker: WorkerContext): Promise<ReadMailing | null>;
  /** A slice of the mailing ended. */
  sliceEnded(mailing: Pick<MailingDocument, '_id'>, worker: WorkerContext): Promise<void>;
  /** Rows of these batches were skipped, outside any slice. */
  rowsSkipped(batches: readonly number[]): Promise<void>;
  /** Called before the rows are counted for the end. The function that it answers is called with the figures if every row is final. */
  beforeEnd(mailing: Pick<MailingDocument, 'single_send_id' | 'message_id' | 'user_id'>): Promise<WhenEnded>;
}

export type WhenEnded = (worker: WorkerContext, figures: Figures) => Promise<void>;

/** Finds the owner of a mailing. The jobs pass it in, because this room imports neither single sends nor messages nor automations. */
export type OwnerOf = (mailing: Pick<MailingDocument, 'single_send_id' | 'message_id'>) => MailingOwner;
