interface ReplyCodes {
  readonly code: number | null;
  readonly enhanced: string | null;
}

const ENHANCED = /(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?!\.?\d)/g;
const CODE = /(?<![\d.])[45]\d\d(?=[ -])/;
/** "Other or undefined status" (RFC 3463). */
const vague = (enhanced: string) => enhanced.endsWith('.0.0');

/** Some servers put the enhanced code inside the text (`550 #5.1.0 …`). The usual place is preferred, unless its code is vague. */
export function replyCodesOf(given: ReplyCodes, text: string): ReplyCodes {
  const code = given.code ?? codeIn(text);
  if (given.enhanced !== null && !vague(given.enhanced)) return { code, enhanced: given.enhanced };
  const digit = code === null ? null : String(Math.floor(code / 100));
  for (const [found] of text.matchAll(ENHANCED)) {
    if (!vague(found) && found[0] !== '2' && (digit === null || found.startsWith(digit)))
      return { code, enhanced: found };
  }
  return { code, enhanced: given.enhanced };
}

function codeIn(text: string): number | null {
  const found = CODE.exec(text.slice(0, 200));
  // Later in the text, three digits are rather part of a name or an identifier.
  return found === null || found.index > 120 ? null : Number(found[0]);
}
