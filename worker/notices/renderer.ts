import type { NoticeDocument } from '../../common/models/notices.ts';
import type { NoticeTexts } from './mails/notice.ts';

/** `wait`: its change is not stored or its figures are not counted yet. Null: nothing is left to announce. */
export type RenderNotice = (notice: NoticeDocument) => Promise<NoticeTexts | 'wait' | null>;
