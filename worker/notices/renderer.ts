import type { NoticeDocument } from '../../common/models/notices.ts';
import type { NoticeTexts } from './mails/notice.ts';

/**
 * Makes the text of a notice from current data. `wait`: the change that it announces is not stored yet, or its figures
 * are not counted yet. Null: there is nothing left to announce.
 */
export type RenderNotice = (notice: NoticeDocument) => Promise<NoticeTexts | 'wait' | null>;
