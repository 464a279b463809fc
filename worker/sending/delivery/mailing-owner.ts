import type { Figures } from '../../../common/models/figures.ts';
import type { MailingDocument } from '../../../common/models/mailings.ts';
import type { WorkerContext } from '../../runtime/context.ts';
import type { End, JobFailure } from '../../runtime/job.ts';

export type ReadMailing = Omit<MailingDocument, 'links'>;

/** The single send, message or automation email of a mailing. It has everything in which these differ. */
export interface MailingOwner {
  /** The mailing as it is to be delivered now, with its newest content; null if no mail may be sent. */
  refresh(mailing: ReadMailing, worker: WorkerContext): Promise<ReadMailing | null>;
  sliceEnded(mailing: Pick<MailingDocument, '_id' | 'user_id'>, worker: WorkerContext): Promise<void>;
  /** Rows of these batches were skipped outside any slice. */
  rowsSkipped(mailing: Pick<MailingDocument, 'user_id'>, batches: readonly number[]): Promise<void>;
  /** Called before the rows are counted for the end. The returned function gets the figures if every row is final. */
  beforeEnd(
    mailing: Pick<MailingDocument, 'single_send_id' | 'message_id' | 'user_id'>,
  ): Promise<EndListener>;
}

export type EndListener = (worker: WorkerContext, figures: Figures) => Promise<void>;

/** The owners of all mailings. This room imports no single sends, messages or automations; the worker's root names them. */
export interface MailingOwners {
  of(mailing: Pick<MailingDocument, 'single_send_id' | 'message_id'>): MailingOwner;
  giveUp(userId: number, key: string, failure: JobFailure, worker: WorkerContext): Promise<End>;
}

export const giveUpMailing = (
  { mailing, userId }: { readonly mailing: string; readonly userId: number },
  failure: JobFailure,
  worker: WorkerContext,
): Promise<End> => worker.mailingOwners.giveUp(userId, mailing, failure, worker);
