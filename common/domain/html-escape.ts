const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ESCAPES[character]!);

// HTML's names of U+00A0 to U+00FF in order, and the other names that editors write.
const LATIN1 =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro ' +
  'para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil ' +
  'Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave ' +
  'Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml ' +
  'igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute ' +
  'thorn yuml';
const PUNCTUATION =
  'amp & lt < gt > quot " apos \' excl ! num # dollar $ percnt % lpar ( rpar ) ast * plus + comma , period . sol / ' +
  'colon : semi ; equals = quest ? commat @ lowbar _ ndash – mdash — hellip … lsquo ‘ rsquo ’ ldquo “ rdquo ” euro € ' +
  'trade ™ bull •';
const NAMED: ReadonlyMap<string, string> = new Map([
  ...LATIN1.split(' ').map((name, at): [string, string] => [name, String.fromCharCode(0xa0 + at)]),
  ...PUNCTUATION.match(/\w+ \S/g)!.map((pair): [string, string] => [pair.slice(0, -2), pair.slice(-1)]),
  ...Object.entries({ Tab: '\t', NewLine: '\n', zwnj: '\u200c', zwj: '\u200d' }),
]);

/** Only numbers and names common in addresses and prose. One without its semicolon is unchanged: in an address `&copy=2` is a parameter. */
export function decodeHtml(html: string): string {
  if (!html.includes('&')) return html;
  return html.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]\w{1,7}));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return NAMED.get(name) ?? whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code === 0 || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)
      ? '\ufffd'
      : String.fromCodePoint(code);
  });
}
