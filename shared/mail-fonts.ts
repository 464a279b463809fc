/** Fonts that mail clients have, with those that replace them. */
export const MAIL_FONTS = Object.freeze({
  Arial: 'Arial, Helvetica, sans-serif',
  Helvetica: "'Helvetica Neue', Helvetica, Arial, sans-serif",
  Verdana: 'Verdana, Geneva, sans-serif',
  Tahoma: 'Tahoma, Geneva, sans-serif',
  'Trebuchet MS': "'Trebuchet MS', Helvetica, sans-serif",
  Georgia: "Georgia, 'Times New Roman', serif",
  'Times New Roman': "'Times New Roman', Times, serif",
  'Courier New': "'Courier New', Courier, monospace",
} as const);
export type MailFont = keyof typeof MAIL_FONTS;

export const MAIL_FONT_NAMES = Object.freeze(Object.keys(MAIL_FONTS) as MailFont[]);
