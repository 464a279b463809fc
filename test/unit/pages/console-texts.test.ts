import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { type ContractRow, contract, isAudited } from '../../../api/contract.ts';
import { QUOTA_NAMES } from '../../../common/domain/quotas.ts';
import { textProblems } from '../../../common/mail-check/texts.ts';
import { DUE_KINDS } from '../../../common/metrics/oldest-due.ts';
import { joinTexts } from '../../../console/src/texts/join.ts';
import type { Texts } from '../../../console/src/texts/texts.ts';
import { ROOT } from '../../../local/servers.mjs';
import { consoleTexts } from '../../support/console-texts.ts';

const SOURCES = join(ROOT, 'console/src');
const TEXTS = join(SOURCES, 'texts');

/** Each folder is a language, whose file of that name exports its texts. */
const LANGUAGES: Readonly<Record<string, Texts>> = Object.fromEntries(
  await Promise.all(
    readdirSync(TEXTS, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(async ({ name }) => [name, await consoleTexts(name)] as const),
  ),
);

const en = LANGUAGES['en']!;

/** All texts with their paths, such as `account.schemes.dark`. */
const textsOf = (texts: object, at: readonly string[] = []): [path: string, text: unknown][] =>
  Object.entries(texts).flatMap(([name, text]) =>
    typeof text === 'object'
      ? textsOf(text as object, [...at, name])
      : [[[...at, name].join('.'), text] as [string, unknown]],
  );

/** Two values of each kind that texts take. */
const KINDS: readonly (readonly [unknown, unknown])[] = [
  ['brevo', 'listmonk'],
  [2, 3001],
  [[4], [5, 6]],
  // True and false for a condition; no number, whose plural each language chooses by its own rules.
  ['yes', Number.NaN],
];
const DETAIL = { numbers: [7, 8], rest: 'r', text: 't', days: 1, aligned: 2, broken: 3, foreign: 4 };
/** Named parts of an object change one by one. */
const PARTS = Object.keys(DETAIL).map(
  (part) => [part, { ...DETAIL, [part]: part === 'numbers' ? [9, 10] : 5 }] as const,
);

type TextFunction = (...values: unknown[]) => unknown;

const said = (say: TextFunction, values: readonly unknown[]): string | null => {
  try {
    return String(say(...values));
  } catch {
    // It takes another kind.
    return null;
  }
};

/** Which values a text shows, by place or name: without them it would read otherwise. */
function placeholdersOf(text: unknown, values: number): string[] {
  if (typeof text !== 'function') return [];
  const isOther = (at: number, one: unknown, other: unknown): boolean => {
    const usual = Array.from({ length: values }, () => one);
    return said(text as TextFunction, usual) !== said(text as TextFunction, usual.with(at, other));
  };
  const places = Array.from({ length: values }, (_, at) => at);
  return [
    ...places.filter((at) => KINDS.some(([one, other]) => isOther(at, one, other))).map(String),
    ...PARTS.filter(([, other]) => places.some((at) => isOther(at, DETAIL, other))).map(([part]) => part),
  ];
}

describe('the console', () => {
  it('stay the same when a page adds its own again', async () => {
    for (const language of Object.keys(LANGUAGES)) {
      const { rest } = await import(join(TEXTS, language, 'rest.ts'));
      const texts = await consoleTexts(language);
      joinTexts(texts, rest);
      expect(texts, language).to.deep.equal(LANGUAGES[language]);
    }
  });

  const source = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/^texts\/\w+\//.test(file))
    .map((file) => readFileSync(join(SOURCES, file), 'utf8'))
    .join('\n');
  /** By its name, or by one of a list of names, as `['excluded', 'bounced']`. */
  const isRead = (name: string): boolean =>
    source.includes(`.${name}`) ||
    source.includes(`'${name}'`) ||
    new RegExp(`const \\{[^}]*\\b${name}\\b[^}]*\\} =`).test(source);
  /** Texts of a group that is read by a name that is known only when it runs, as `states[status]`. */
  const isReadByName = (group: string | undefined): boolean =>
    group !== undefined && new RegExp(`\\b${group}\\[`).test(source);

  it('shows each of its texts somewhere', () => {
    const unused = textsOf(en)
      .map(([path]) => path.split('.'))
      .filter((path) => !isRead(path.at(-1)!) && !path.slice(0, -1).some((group) => isReadByName(group)));
    expect(unused.map((path) => path.join('.'))).to.deep.equal([]);
  });

  it('names each call that the audit log has', () => {
    const audited = Object.entries<ContractRow>(contract)
      .filter(([, row]) => row.methods.some((method) => isAudited(row, method)))
      .map(([name]) => name);
    expect(audited).to.include.members(['contactDelete', 'accountExport']);
    expect(audited.filter((name) => !(name in en.audit.acts))).to.deep.equal([]);
  });

  it('finds its languages by their folders', () => {
    expect(Object.keys(LANGUAGES)).to.include('en').and.have.length.above(2);
  });
});

describe('the texts of the console', () => {
  const english = textsOf(en);
  const valuesOf = (text: unknown): number => (typeof text === 'function' ? text.length : 0);

  for (const [language, texts] of Object.entries(LANGUAGES)) {
    const own = new Map(textsOf(texts));
    /** Texts as they are read, also those with values. */
    const read = [...own].flatMap(([path, text]) =>
      typeof text === 'string'
        ? [`${path}: ${text}`]
        : [...KINDS.map(([one]) => one), DETAIL].map((one) => {
            const values = Array.from({ length: valuesOf(text) }, () => one);
            return `${path}: ${said(text as TextFunction, values)}`;
          }),
    );

    it(`has the texts of all other languages in ${language}, none of them empty`, () => {
      expect([...own.keys()]).to.deep.equal(english.map(([path]) => path));
      expect([...own].filter(([, text]) => text === '').map(([path]) => path)).to.deep.equal([]);
    });

    it(`shows the same values in ${language}`, () => {
      const different = english.filter(([path, text]) => {
        const values = Math.max(valuesOf(text), valuesOf(own.get(path)));
        return String(placeholdersOf(own.get(path), values)) !== String(placeholdersOf(text, values));
      });
      expect(different.map(([path]) => path)).to.deep.equal([]);
    });

    it(`writes punctuation in ${language} as the language does`, () => {
      const wrong =
        language === 'fr'
          ? /[ \u00a0][;:!?%»]|[^\s\u202f] ?[!?»]|[\p{L}»]: |«[ \u00a0]|“|'/u
          : / [;:!?]|«|\u202f/;
      // The path ends with a colon; addresses have one too.
      const text = (line: string): string => line.slice(line.indexOf(': ') + 2).replaceAll('://', '');
      expect(read.filter((line) => wrong.test(text(line)))).to.deep.equal([]);
    });

    it(`keeps a number in ${language} on the line of its unit`, () => {
      const wrong =
        language === 'en' ? /\d (?:[kM]B|ms|s|h|min)\b|\d\s%/ : /\d (?:%|(?:[kM]B|[kM]o|ms|s|h|min)\b)/;
      expect(read.filter((line) => wrong.test(line))).to.deep.equal([]);
      expect(LANGUAGES[language]!.contactsPage.audienceCount(3001)).to.match(/^3[^ ]001\u00a0\w+$/);
    });

    it(`keeps “e-mail” in ${language} on one line, but where people type it or it is stored`, () => {
      const typed = /^(?:segmentsPage\.fieldNames|calendarPage\.messages|campaignsPage\.groupDescription)/;
      expect(read.filter((line) => /\be-mail/i.test(line) && !typed.test(line))).to.deep.equal([]);
    });

    it(`writes an ellipsis in ${language} as the language does`, () => {
      const wrong = language === 'de' ? /[^\s(]…$/ : / …$/;
      expect(read.filter((line) => wrong.test(line))).to.deep.equal([]);
    });

    it(`has sample texts in ${language} that a check before sending finds`, () => {
      const { text, html } = texts.editor.begin;
      for (const sample of [text, html])
        expect(
          textProblems(sample, 'template').map(({ code }) => code),
          sample,
        ).to.deep.equal(['default_text']);
    });
  }

  it('names each kind of work and each quota of the service', () => {
    const { kinds, quotaNames } = en.operatorPage;
    expect(Object.keys(kinds)).to.have.members(DUE_KINDS);
    expect(Object.keys(quotaNames)).to.have.members(QUOTA_NAMES);
  });
});
