import type { CsvEncoding } from './csv-encoding.ts';

/** The letters beyond ASCII of a language or its relatives, in lower case. `İ` becomes an i with a dot above. */
const LATIN = [
  'áàâäãåçéèêëíïñóôöøúüß', // German, Spanish, Dutch; lists of several languages
  'àâæçéèêëîïôœùûüÿ', // French
  'àçéèíïóòúü', // Catalan
  'áàâãçéêíóôõúü', // Portuguese
  'àèéìíîòóùú', // Italian
  'åäöæøéèüô', // Swedish, Danish, Norwegian
  'áðéíóúýþæö', // Icelandic
  'äöõüšžå', // Estonian, Finnish
  'ąćęłńóśźż', // Polish
  'áčďéěíňóřšťúůýž', // Czech
  'áäčďéíĺľňóôŕšťúýž', // Slovak
  'áéíóöőúüű', // Hungarian
  'ăâîşţșț', // Romanian
  'čćđšž', // Croatian, Slovenian
  'çğıöşüâîû\u0307', // Turkish
  'ąčęėįšųūž', // Lithuanian
  'āčēģīķļņšūž', // Latvian
];
const ALPHABETS = [
  ...LATIN.map((letters) => new RegExp(`[${letters}]`)),
  ...['Cyrillic', 'Greek', 'Hebrew', 'Arabic'].map((script) => new RegExp(`\\p{Script=${script}}`, 'u')),
];

/** Typographic signs where people write them: other code pages have letters in their places. */
const SIGN = /’|(?<!\p{L})[‘“„«§°€£©•–—]|[”»°ªº…®™€•–—](?!\p{L})|\u00a0/gu;

/** The share of a text's characters beyond ASCII that the likeliest language does not have, from 0 to 1. */
export function strangeShare(sample: Uint8Array, encoding: CsvEncoding): number {
  // `stream`: without it, Node 20 reads Windows-1252 as ISO-8859-1.
  const text = new TextDecoder(encoding).decode(sample, { stream: true });
  const all = text.match(BEYOND_ASCII)?.length ?? 0;
  const counts = new Map<string, number>();
  for (const letter of text.replaceAll(SIGN, '').toLowerCase().match(BEYOND_ASCII) ?? [])
    counts.set(letter, (counts.get(letter) ?? 0) + 1);
  const strange = ALPHABETS.map((alphabet) =>
    [...counts].reduce((sum, [letter, count]) => sum + (alphabet.test(letter) ? 0 : count), 0),
  );
  return all === 0 ? 0 : Math.min(...strange) / all;
}

const BEYOND_ASCII = /[^\0-\x7f]/gu;
