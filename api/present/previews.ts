import type { Preview } from '../../common/compose/preview.ts';

/** Characters of a message that an answer holds: writing more of them as JSON would hold other calls up. */
const RAW_MOST = 2 * 2 ** 20;

/** `message.preview`. */
export const presentPreview = ({ subject, preheader, html, text, raw }: Preview) => ({
  subject,
  preheader,
  html,
  text,
  raw: raw.length > RAW_MOST ? null : raw,
});
