const VOID = 'area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr';
const OPENED = new RegExp(`<(?!(?:${VOID})\\b)[a-z][^<>]*(?<!/)>`, 'gi');
const CLOSED = /<\/[a-z][^<>]*>/gi;

const count = (code: string, pattern: RegExp): number => code.match(pattern)?.length ?? 0;

const COMMENT = /<!--[^]*?-->/g;

/** Whether code has as many ends of elements as beginnings, and no open comment: half of a tag would hide the rest of the email. */
export function isWhole(code: string): boolean {
  const shown = code.replace(COMMENT, '');
  return !/<!--|<[^<>]*$/.test(shown) && count(shown, OPENED) === count(shown, CLOSED);
}

/** MJML in the code of a part would end the part. */
export const hasMjml = (code: string): boolean => /<\/?mj/i.test(code);
