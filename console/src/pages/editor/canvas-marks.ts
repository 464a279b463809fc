/** Attribute of the elements of the canvas that are a part: its key. */
export const PART = 'data-part';

/** In front of the rules that the email has in its elements. */
const INLINED = '/* inlined */';

/** `inline` would write the rules into the texts, where editing keeps them. */
const INLINE = /<mj-style(?=[^>]*\sinline\s*=\s*["']inline["'])[^>]*>([^]*?)<\/mj-style>/g;

export function canvasHead(head: string): string {
  const sheets = [...head.matchAll(INLINE)].map(([, css]) => css!);
  if (sheets.length === 0) return head;
  return head
    .replaceAll(INLINE, '')
    .replace(/<\/mj-head>\s*$/, () => `<mj-style>${INLINED}${sheets.join('\n')}</mj-style></mj-head>`);
}

/** The other rules are in a layer, so that those of elements win over any selector, as they do in the email. */
export function layered(sheets: readonly string[]): readonly string[] {
  if (!sheets.some((css) => css.includes(INLINED))) return sheets;
  return sheets.map((css) => {
    const [others = '', ...inlined] = css.split(INLINED);
    return `@layer mail {${others}\n}${inlined.join('')}`;
  });
}
