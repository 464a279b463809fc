import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';

/** Where a rule of the glossary holds: each place includes those before it. */
const PLACES = ['console', 'screens', 'all'] as const;
type Place = (typeof PLACES)[number];

/** In French, many words that English avoids are right. */
const FRENCH = 'french';

const FILES: Readonly<Record<Place | typeof FRENCH, readonly string[]>> = {
  console: ['console/src/texts/en', 'console/src/texts/de', 'shared/hold-texts.ts'],
  screens: ['api/pages/texts', 'worker/notices'],
  all: ['api/openapi'],
  french: ['console/src/texts/fr'],
};

/** A text with a space or an upper-case first letter; others are names in code. */
const IS_TEXT = /\s|^\p{Lu}/u;

interface ShownText {
  readonly file: string;
  readonly text: string;
}

/** All texts in quotes, also those in the placeholders of a template. */
function literalsOf(source: string): string[] {
  const found: string[] = [];
  for (const [, plain, template] of source.matchAll(
    /'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\$]|\\.|\$(?!\{)|\$\{(?:[^`{}]|\{[^{}]*\}|`[^`]*`)*\})*)`/g,
  )) {
    if (plain !== undefined) found.push(plain);
    else if (template !== undefined) {
      found.push(template.replace(/\$\{(?:[^`{}]|\{[^{}]*\}|`[^`]*`)*\}/g, '…'));
      for (const [inner] of template.matchAll(/\$\{(?:[^`{}]|\{[^{}]*\}|`[^`]*`)*\}/g))
        found.push(...literalsOf(inner.slice(2, -1)));
    }
  }
  return found.filter((text) => IS_TEXT.test(text));
}

const withoutComments = (source: string): string =>
  source.replace(/^\s*(?:\/\*\*.*\*\/|\/\/.*|import .*)$/gm, '').replace(/^\s*\/\*\*[\s\S]*?\*\/$/gm, '');

const sourcesIn = (path: string): string[] =>
  path.endsWith('.ts')
    ? [path]
    : readdirSync(path, { recursive: true, encoding: 'utf8' })
        // Texts of jobs are for the log.
        .filter((file) => file.endsWith('.ts') && !file.startsWith('jobs/'))
        .map((file) => join(path, file));

const textsOf = (place: keyof typeof FILES): ShownText[] =>
  FILES[place].flatMap(sourcesIn).flatMap((file) =>
    literalsOf(withoutComments(readFileSync(file, 'utf8'))).map((text) => ({
      file,
      // A hyphen at which no line ends is one.
      text: text.replaceAll('\u2011', '-'),
    })),
  );

const TITLES: Readonly<Record<keyof typeof FILES, string>> = {
  console: 'Texts of the console',
  screens: 'Also pages and notices',
  all: 'Also the API reference',
  french: 'Texts of the console in French',
};

const glossary = readFileSync('docs/glossary.md', 'utf8');

/** The lines under a place's title: `- German, English: *never, never*`. */
function rulesOf(where: keyof typeof FILES): { say: string; where: keyof typeof FILES; never: string[] }[] {
  const [, list = ''] = glossary.split(`\n### ${TITLES[where]}\n\n`);
  const [lines = ''] = list.split('\n\n', 1);
  return [...lines.matchAll(/^- (.+): \*(.+)\*$/gm)].map(([, say = '', never = '']) => ({
    say,
    where,
    never: never.split(', '),
  }));
}

const ALL = [...PLACES, FRENCH] as const;

const rules = ALL.flatMap(rulesOf);

/** The texts that a rule of a place is for. */
const placesOf = (where: keyof typeof FILES): readonly (keyof typeof FILES)[] =>
  where === FRENCH ? [FRENCH] : PLACES.slice(0, PLACES.indexOf(where) + 1);

/** Whole words, also at the begin of a sentence: `mail` is not in `mailbox` or `E-Mail`; `mail server` is a term of its own. */
function patternOf(word: string): RegExp {
  const first = word.charAt(0);
  const rest = word.slice(1).replaceAll(' ', '\\s+');
  return new RegExp(
    `(?<![\\p{L}\\p{N}_@./-])[${first}${first.toUpperCase()}]${rest}(?![\\p{L}\\p{N}_@/-]|\\.\\p{L}| servers?\\b)`,
    'u',
  );
}

describe('the words of the glossary', () => {
  const texts = Object.fromEntries(ALL.map((place) => [place, textsOf(place)]));

  it('are listed for each place, and there are texts to check', () => {
    for (const place of ALL) expect(rulesOf(place), place).to.have.length.above(2);
    for (const place of ALL) expect(texts[place], place).to.have.length.above(100);
  });

  for (const { say, where, never } of rules)
    it(`say "${say}" instead of a word to avoid (${where})`, () => {
      const checked = placesOf(where).flatMap((place) => texts[place] ?? []);
      const wrong = never.flatMap((word) => {
        const pattern = patternOf(word);
        return checked
          .filter(({ text }) => pattern.test(text))
          .map(({ file, text }) => `${file} says "${word}": ${text}`);
      });
      expect(wrong).to.deep.equal([]);
    });
});
