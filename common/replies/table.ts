import type { Verdict } from '../domain/reply-classes.ts';
import { codesOf } from './codes.ts';
import { type Provider, providersOf } from './providers.ts';
import type { ClassifiedReply, ReplyStage } from './reply.ts';
import type { Rule } from './rule.ts';
import { createSearch } from './search.ts';
import { LOOKED_AT, partsOf, standIn, wordsOf } from './words.ts';

/** A table of rules, compiled once. The work of a reply is linear in its text, however many rules there are. */
export interface Table {
  /** The first rule that fits; null: none does. */
  verdictOf(reply: ClassifiedReply): Verdict | null;
}

interface Reading {
  readonly stage: ReplyStage;
  readonly code: number | null;
  readonly enhanced: string | null;
  readonly permanent: boolean;
  readonly words: string;
  providers(): readonly Provider[];
}

interface Row {
  readonly verdict: Verdict;
  readonly provider: Provider | null;
  readonly stages: readonly ReplyStage[] | null;
  readonly kind: 4 | 5 | null;
  readonly codes: readonly number[] | null;
  readonly enhanced: RegExp | null;
  readonly texts: readonly (readonly string[])[] | null;
  readonly without: readonly (readonly string[])[];
}

/** `5.7.x` as a regular expression for a whole enhanced code. */
const enhancedPattern = (codes: readonly string[]) =>
  new RegExp(`^(?:${codes.map((code) => code.replaceAll('.', '\\.').replaceAll('x', '\\d+')).join('|')})$`);

const rowOf = (rule: Rule): Row => ({
  verdict: Object.freeze({ class: rule.class, rule: rule.rule }),
  provider: rule.provider ?? null,
  stages: rule.stages ?? null,
  kind: rule.kind ?? null,
  codes: rule.codes ?? null,
  enhanced: rule.enhanced === undefined ? null : enhancedPattern(rule.enhanced),
  texts: rule.texts?.map(partsOf) ?? null,
  without: rule.without?.map(partsOf) ?? [],
});

function fits(row: Row, reading: Reading): boolean {
  if (row.kind !== null && (row.kind === 5) !== reading.permanent) return false;
  if (row.stages !== null && !row.stages.includes(reading.stage)) return false;
  if (row.codes !== null && (reading.code === null || !row.codes.includes(reading.code))) return false;
  if (row.enhanced !== null && (reading.enhanced === null || !row.enhanced.test(reading.enhanced)))
    return false;
  if (row.texts !== null && !row.texts.some((parts) => standIn(reading.words, parts))) return false;
  if (row.without.some((parts) => standIn(reading.words, parts))) return false;
  return row.provider === null || reading.providers().includes(row.provider);
}

/** A reply without any code is permanent: a report says that a mail failed for good. */
const isPermanent = (code: number | null, enhanced: string | null) =>
  code === null ? enhanced === null || !enhanced.startsWith('4') : code >= 500;

const FIRST_LINE = /^(\d{3})-([245]\.\d{1,3}\.\d{1,3} )?/;

/** Lines of a reply repeat its codes. In the middle of a sentence they would part its words. */
function joinedLines(text: string): string {
  const first = FIRST_LINE.exec(text);
  if (first === null) return text;
  const [, code, enhanced = ''] = first;
  return (
    first[0] +
    text
      .slice(first[0].length)
      .replaceAll(` ${code}-${enhanced}`, ' ')
      .replaceAll(` ${code} ${enhanced}`, ' ')
  );
}

export function compileTable(rules: readonly Rule[]): Table {
  const rows = rules.map(rowOf);
  // The longest part of each text is looked for; only rows whose part stands in the reply, and rows without texts, are tried.
  const literals: string[] = [];
  const rowsOf: number[][] = [];
  const known = new Map<string, number>();
  const always: number[] = [];
  rows.forEach(({ texts }, index) => {
    if (texts === null) always.push(index);
    for (const parts of texts ?? []) {
      const literal = parts.reduce((longest, part) => (part.length > longest.length ? part : longest), '');
      let at = known.get(literal);
      if (at === undefined) {
        at = literals.length;
        known.set(literal, at);
        literals.push(literal);
        rowsOf.push([]);
      }
      rowsOf[at]!.push(index);
    }
  });
  const search = createSearch(literals);

  return {
    verdictOf({ stage, code: givenCode, enhanced: givenEnhanced, text, domain, server }) {
      const cut = joinedLines(text.slice(0, LOOKED_AT));
      const { code, enhanced } = codesOf({ code: givenCode, enhanced: givenEnhanced }, cut);
      const words = wordsOf(cut);
      let providers: readonly Provider[] | null = null;
      const reading: Reading = {
        stage,
        code,
        enhanced,
        permanent: isPermanent(code, enhanced),
        words,
        providers: () => (providers ??= providersOf(words, server, domain)),
      };
      const tried = new Set(always);
      search.find(words, (literal) => {
        for (const index of rowsOf[literal]!) tried.add(index);
      });
      for (const index of [...tried].sort((one, other) => one - other))
        if (fits(rows[index]!, reading)) return rows[index]!.verdict;
      return null;
    },
  };
}
