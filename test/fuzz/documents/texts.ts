import * as fc from 'fast-check';

/** Up to `most`, mostly few, so that large documents are rare. */
export const upTo = (most: number): fc.Arbitrary<number> =>
  fc.oneof(
    { arbitrary: fc.integer({ min: 0, max: Math.min(most, 12) }), weight: 6 },
    { arbitrary: fc.integer({ min: 0, max: Math.min(most, 300) }), weight: 3 },
    { arbitrary: fc.integer({ min: 0, max: most }), weight: 1 },
  );

/** Pieces that have caused errors in readers of texts: marks in the wrong order, half surrogate pairs, unusual blanks … */
const ODD = [
  '\u0301\u0316',
  '\u0345\u0300',
  'ﬁ',
  'İ',
  'ß',
  'ẞ',
  '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}',
  '\u202E',
  '\u200B',
  '\uFEFF',
  '\u00A0',
  '\u2028',
  '\uD800',
  '\uDC00',
  '\u0000',
  '\u0007',
  '\u001B[31m',
  '\r\n',
  '\n',
  '\t',
  '﷽',
  'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢',
  '각',
  '\u{10FFFF}',
  '=?utf-8?q?x?=',
  '((',
  '))',
  '((first_name))',
  '((first_name|friend))',
  '((email|',
  '((unsubscribe_preferences))',
  '((',
  '|',
  '&nbsp;',
  '&#x110000;',
  '&#0;',
  '<',
  '>',
  '"',
  "'",
  '$&',
  '%s',
  '%00',
  '\\',
  '{{x}}',
  '__proto__',
  'constructor',
] as const;

const oddPiece: fc.Arbitrary<string> = fc.constantFrom(...ODD);

/** A text of words and odd pieces, sometimes with one piece repeated many times. */
export function oddText(most = 3000): fc.Arbitrary<string> {
  const words = fc.array(fc.oneof(fc.string({ unit: 'binary', maxLength: 12 }), oddPiece), { maxLength: 20 });
  const long = fc.tuple(oddPiece, upTo(most)).map(([piece, times]) => piece.repeat(times));
  return fc.oneof(
    { arbitrary: words.map((pieces) => pieces.join('')), weight: 4 },
    { arbitrary: long, weight: 2 },
    { arbitrary: fc.tuple(long, long).map((pair) => pair.join('')), weight: 1 },
  );
}
