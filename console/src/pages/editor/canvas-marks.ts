/** Attribute of the elements of the canvas that are a part: its key. */
export const PART = 'data-part';

/** `inline` would write the rules into the texts, where editing keeps them. At the end they win, as they do inline. */
const INLINE = /<mj-style(?=[^>]*\sinline\s*=\s*["']inline["'])[^>]*>([^]*?)<\/mj-style>/g;

export function canvasHead(head: string): string {
  const sheets = [...head.matchAll(INLINE)].map(([, css]) => css!);
  if (sheets.length === 0) return head;
  return head
    .replaceAll(INLINE, '')
    .replace(/<\/mj-head>\s*$/, () => `<mj-style>${sheets.join('\n')}</mj-style></mj-head>`);
}
