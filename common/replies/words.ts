/** The rest of a longer text is cut off, so that the work is bounded. */
export const LOOKED_AT = 500;

const A = 97;
const Z = 122;
const isDigit = (code: number) => code >= 48 && code <= 57;
const APOSTROPHES = new Set(["'", '’', '‘', '`'].map((one) => one.charCodeAt(0)));

/** Above ASCII, all characters belong to words, except spaces and punctuation marks that servers use. */
function ofWord(code: number): boolean {
  if (code < 128) return (code >= A && code <= Z) || isDigit(code);
  return !(code <= 0xbf || (code >= 0x2000 && code <= 0x206f) || (code >= 0x3000 && code <= 0x303f));
}

/** Characters that end an address, which is no word of the server. */
const AROUND_ADDRESSES = new Set([...' \t<>()[]{}",;:|'].map((one) => one.charCodeAt(0)));
const AT_SIGN = 64;

/**
 * The words of a text in lower case, with one space between, before and after them. Apostrophes are dropped (`doesnt`), and so
 * are addresses: an address such as `no.such.user@example.com` says nothing. Linear in the length of the text.
 */
export function wordsOf(text: string): string {
  const lower = text.slice(0, LOOKED_AT).toLowerCase();
  let words = ' ';
  let spaced = true;
  let from = 0;
  while (from < lower.length) {
    // Up to the next character that can end an address.
    let to = from;
    let address = false;
    for (; to < lower.length; to += 1) {
      const code = lower.charCodeAt(to);
      if (code === AT_SIGN) address = true;
      else if (AROUND_ADDRESSES.has(code)) break;
    }
    if (!address) {
      let start = -1;
      for (let at = from; at < to; at += 1) {
        const code = lower.charCodeAt(at);
        if (ofWord(code)) {
          if (start === -1) start = at;
          continue;
        }
        if (start !== -1) {
          words += lower.slice(start, at);
          start = -1;
          spaced = false;
        }
        if (!spaced && !APOSTROPHES.has(code)) {
          words += ' ';
          spaced = true;
        }
      }
      if (start !== -1) {
        words += lower.slice(start, to);
        spaced = false;
      }
    }
    if (!spaced) {
      words += ' ';
      spaced = true;
    }
    from = to + 1;
  }
  return words;
}

/** The parts of a pattern between its `*`, in the form of {@link wordsOf}. */
export function partsOfPattern(pattern: string): string[] {
  const parts = ` ${pattern} `.split('*').map((part) => {
    const words = wordsOf(part);
    const trimmed = words.trim();
    if (trimmed === '') return '';
    const before = /^\s/.test(part) ? ' ' : '';
    const after = /\s$/.test(part) ? ' ' : '';
    return before + trimmed + after;
  });
  return parts.filter((part) => part !== '');
}

/** Whether the words contain the parts in this order. */
export function standIn(words: string, parts: readonly string[]): boolean {
  let from = 0;
  for (const part of parts) {
    const at = words.indexOf(part, from);
    if (at === -1) return false;
    // The space after a word is also the space before the next one.
    from = at + part.length - (part.endsWith(' ') ? 1 : 0);
  }
  return true;
}
