import type { Preview } from '../../common/compose/preview.ts';

/** In characters: writing a longer message as JSON delays other calls. */
const RAW_MOST = 2 * 2 ** 20;

/** `message.preview`. */
export const presentPreview = ({ subject, preheader, html, text, raw }: Preview) => ({
  subject,
  preheader,
  html,
  text,
  raw: raw.length > RAW_MOST ? null : raw,
});
