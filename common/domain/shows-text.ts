/** Blanks of all kinds, and characters that pad a preview. Direction marks that embed or isolate come in pairs and are excluded. */
export const BLANKS =
  '\\s\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180e\\u200b-\\u200f\\u2060-\\u2064\\u206a-\\u206f\\u2800\\u3164\\ufeff\\uffa0';
const SHOWN = new RegExp(`[^${BLANKS}]`);

export const showsText = (text: string): boolean => SHOWN.test(text);
