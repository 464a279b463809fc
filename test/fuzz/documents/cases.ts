import * as fc from 'fast-check';
import { type PeopleFile, peopleFile } from '../../support/people-files.ts';
import { type CsvFile, csvFile } from './csv.ts';
import { htmlDocument } from './html.ts';
import { type JsonBody, jsonBody } from './json.ts';
import { templateJson } from './mjml.ts';
import { type RuleGiven, ruleGiven } from './rules.ts';
import { oddText } from './texts.ts';

/** The design of a mail and its other texts. */
export interface MailGiven {
  readonly subject: string;
  readonly preheader: string;
  readonly template_html?: string;
  readonly template_json?: string;
}

/** A document and how it is used. */
export type Case =
  /** It is sent to one contact. */
  | { readonly kind: 'send'; readonly mail: MailGiven }
  /** It is saved, and its design page opened. */
  | { readonly kind: 'page'; readonly mail: MailGiven }
  /** It is uploaded, and imported. */
  | { readonly kind: 'csv'; readonly file: CsvFile }
  /** It is uploaded, and its people must be stored with the letters that it has. */
  | { readonly kind: 'people'; readonly file: PeopleFile }
  /** It is the body of a call. */
  | { readonly kind: 'json'; readonly call: JsonBody }
  /** It is previewed, or saved as a segment. */
  | { readonly kind: 'rule'; readonly rule: RuleGiven; readonly store: boolean };

/** Subjects may have 998 characters. */
const line = oddText(200).map((text) => text.slice(0, 990) || 'x');
const plain = fc.constant('News for ((first_name))');
const words = fc.oneof({ arbitrary: plain, weight: 2 }, { arbitrary: line, weight: 1 });

const mail: fc.Arbitrary<MailGiven> = fc
  .tuple(
    words,
    words,
    fc.oneof(
      { arbitrary: htmlDocument.map((template_html) => ({ template_html })), weight: 3 },
      { arbitrary: templateJson.map((template_json) => ({ template_json })), weight: 2 },
    ),
  )
  .map(([subject, preheader, design]) => ({ subject, preheader, ...design }));

export const anyCase: fc.Arbitrary<Case> = fc.oneof(
  { arbitrary: mail.map((given) => ({ kind: 'send' as const, mail: given })), weight: 7 },
  { arbitrary: mail.map((given) => ({ kind: 'page' as const, mail: given })), weight: 2 },
  { arbitrary: csvFile.map((file) => ({ kind: 'csv' as const, file })), weight: 4 },
  { arbitrary: peopleFile.map((file) => ({ kind: 'people' as const, file })), weight: 2 },
  { arbitrary: jsonBody.map((call) => ({ kind: 'json' as const, call })), weight: 4 },
  {
    arbitrary: fc
      .tuple(ruleGiven, fc.boolean())
      .map(([rule, store]) => ({ kind: 'rule' as const, rule, store })),
    weight: 3,
  },
);

/** Spreads seeds, so that neighbouring cases have nothing in common. */
const seedOf = (seed: number, at: number): number =>
  Math.imul(seed ^ 0x9e3779b9, 2 * at + 1) ^ Math.imul(at, 0x85ebca6b);

/** fast-check's parameters to make the case at a position of a seed, and to shrink it. */
export const parametersOf = (seed: number, at: number) => ({
  seed: seedOf(seed, at),
  numRuns: 1,
  unbiased: true,
});

/** The case at a position of a seed: always the same. */
export const caseAt = (seed: number, at: number): Case => fc.sample(anyCase, parametersOf(seed, at))[0]!;
