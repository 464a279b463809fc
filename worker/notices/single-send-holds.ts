import { HOLD_TEXTS, PAUSE_TEXTS, type ReasonTexts } from '../../shared/hold-texts.ts';
import type { RenderNotice } from './mails/notice.ts';
import { findSend, itIs } from './single-sends.ts';

/** Their owner holds these, or has another mail about them. */
const SILENT: readonly unknown[] = ['draft', 'person', 'restored', 'closed', 'suspended'];

const noticeOf =
  (state: string, texts: ReasonTexts<string>, effect: string): RenderNotice =>
  async ({ user_id, subject, facts }) => {
    const send = await findSend(user_id, subject);
    const { reason } = facts;
    const found = SILENT.includes(reason) ? undefined : texts[String(reason)];
    if (!send || !found) return null;
    const [heading, then] = found;
    return {
      subject: `A campaign is ${state}: ${heading.charAt(0).toLowerCase()}${heading.slice(1)}`,
      paragraphs: [itIs(send), effect, then],
    };
  };

export const sendHeld = noticeOf('held', HOLD_TEXTS, 'No email was sent yet.');
export const sendPaused = noticeOf(
  'paused',
  PAUSE_TEXTS,
  'Unsent emails wait. Each recipient still gets the campaign when it is resumed.',
);
