import type { NoticeDocument } from '../../common/models/notices.ts';
import type { NoticeWords } from '../mails/notice.ts';

/**
 * What a notice says, read afresh. `wait`: it was noted ahead of what it tells, or the figures are still to come.
 * Null: there is nothing left to tell of.
 */
export type Tell = (notice: NoticeDocument) => Promise<NoticeWords | 'wait' | null>;
