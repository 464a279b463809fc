/** Fonts that mail clients have, with those that replace them. */
export const FONTS: Readonly<Record<string, string>> = {
  Arial: 'Arial, Helvetica, sans-serif',
  Helvetica: "'Helvetica Neue', Helvetica, Arial, sans-serif",
  Verdana: 'Verdana, Geneva, sans-serif',
  Tahoma: 'Tahoma, Geneva, sans-serif',
  'Trebuchet MS': "'Trebuchet MS', Helvetica, sans-serif",
  Georgia: "Georgia, 'Times New Roman', serif",
  'Times New Roman': "'Times New Roman', Times, serif",
  'Courier New': "'Courier New', Courier, monospace",
};

/** The first font of a list. */
export const firstFont = (family: string): string =>
  (family.split(',')[0] ?? '').trim().replaceAll(/^["']|["']$/g, '');
