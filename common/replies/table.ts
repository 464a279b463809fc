import type { Verdict } from '../domain/reply-classes.ts';
import { replyCodesOf } from './codes.ts';
import { PROVIDER_TEXTS, type Provider, providerOfDomain, providerOfServer } from './providers.ts';
import type { ClassifiedReply, ReplyStage } from './reply.ts';
import type { ReplyRule } from './rule.ts';
import { createSearch } from './search.ts';
import { LOOKED_AT, partsOfPattern, standIn, wordsOf } from './words.ts';

/** A compiled table of rules. The work for a reply is linear in its text, however many rules there are. */
export interface Table {
  /** By the first rule that fits; null: none fits. */
  verdictOf(reply: ClassifiedReply): Verdict | null;
}

interface ReplyReading {
  readonly stage: ReplyStage;
  readonly code: number | null;
  readonly enhanced: string | null;
  readonly permanent: boolean;
  readonly words: string;
  /** In lower case. */
  readonly server: string | null;
  readonly domain: string | null;
  readonly providers: readonly (Provider | undefined)[];
}

/** The parts of a text between its `*`. */
type Pattern = readonly string[];

interface RuleRow {
  readonly verdict: Verdict;
  readonly provider: Provider | null;
  readonly servers: readonly string[] | null;
  readonly domains: readonly string[] | null;
  readonly stages: readonly ReplyStage[] | null;
  readonly kind: 4 | 5 | null;
  readonly codes: readonly number[] | null;
  readonly enhanced: RegExp | null;
  readonly texts: readonly Pattern[] | null;
  readonly with: readonly Pattern[] | null;
  readonly without: readonly Pattern[];
}

/** `5.7.x` as a regular expression for a whole enhanced code. */
const enhancedPattern = (codes: readonly string[]) =>
  new RegExp(`^(?:${codes.map((code) => code.replaceAll('.', '\\.').replaceAll('x', '\\d+')).join('|')})$`);

const rowOf = (rule: ReplyRule): RuleRow => ({
  verdict: Object.freeze({ class: rule.class, rule: rule.rule }),
  provider: rule.provider ?? null,
  servers: rule.servers ?? null,
  domains: rule.domains ?? null,
  stages: rule.stages ?? null,
  kind: rule.kind ?? null,
  codes: rule.codes ?? null,
  enhanced: rule.enhanced === undefined ? null : enhancedPattern(rule.enhanced),
  texts: rule.texts?.map(partsOfPattern) ?? null,
  with: rule.with?.map(partsOfPattern) ?? null,
  without: rule.without?.map(partsOfPattern) ?? [],
});

const isWithin = (host: string | null, ends: readonly string[]): boolean =>
  host !== null && ends.some((end) => host === end || host.endsWith(`.${end}`));

/** Those of a row's texts whose longest part is in the reply. */
interface Candidates {
  readonly texts: Pattern[];
  readonly with: Pattern[];
  readonly without: Pattern[];
}

function fits(row: RuleRow, reading: ReplyReading, candidates: Candidates | undefined): boolean {
  if (row.kind !== null && (row.kind === 5) !== reading.permanent) return false;
  if (row.stages !== null && !row.stages.includes(reading.stage)) return false;
  if (row.codes !== null && (reading.code === null || !row.codes.includes(reading.code))) return false;
  if (row.enhanced !== null && (reading.enhanced === null || !row.enhanced.test(reading.enhanced)))
    return false;
  if (row.texts !== null && !candidates?.texts.some((parts) => standIn(reading.words, parts))) return false;
  if (row.with !== null && !candidates?.with.some((parts) => standIn(reading.words, parts))) return false;
  if (candidates?.without.some((parts) => standIn(reading.words, parts)) === true) return false;
  if (row.servers !== null && !isWithin(reading.server, row.servers)) return false;
  if (row.domains !== null && (reading.domain === null || !row.domains.includes(reading.domain)))
    return false;
  return row.provider === null || reading.providers.includes(row.provider);
}

/** A reply without any code is permanent: a report says that a mail failed for good. */
const isPermanent = (code: number | null, enhanced: string | null) =>
  code === null ? enhanced === null || !enhanced.startsWith('4') : code >= 500;

const FIRST_LINE = /^(\d{3})-([245]\.\d{1,3}\.\d{1,3} )?/;

/** Lines of a reply repeat its codes, which would split sentences. */
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

/** Postfix adds the command to what the recipient's server said. These are about the recipient or the mail, so they say nothing more. */
const AFTER_COMMAND = / in reply to (?:rcpt to|data|end of data) command(?= )/g;

/** The longest part of a text: without it, a reply cannot have the text. */
const longest = (parts: Pattern): string =>
  parts.reduce((best, part) => (part.length > best.length ? part : best), '');

/** Texts of rows, by their index, and of providers that have a literal. */
interface LiteralMeaning {
  readonly texts: [row: number, parts: Pattern][];
  readonly with: [row: number, parts: Pattern][];
  readonly without: [row: number, parts: Pattern][];
  readonly signs: number[];
}

function candidatesOf(found: readonly LiteralMeaning[]) {
  const candidates = new Map<number, Candidates>();
  const ofRow = (row: number): Candidates => {
    const known = candidates.get(row) ?? { texts: [], with: [], without: [] };
    candidates.set(row, known);
    return known;
  };
  const signs = new Set<number>();
  for (const meaning of found) {
    for (const [row, parts] of meaning.texts) ofRow(row).texts.push(parts);
    for (const [row, parts] of meaning.with) ofRow(row).with.push(parts);
    for (const [row, parts] of meaning.without) ofRow(row).without.push(parts);
    for (const index of meaning.signs) signs.add(index);
  }
  return { candidates, signs };
}

/** The part of a reply that rules and weights compare: the codes, wherever they stand, and the words without the lines' own codes. */
export interface ReplyText {
  readonly code: number | null;
  readonly enhanced: string | null;
  readonly permanent: boolean;
  readonly words: string;
}

export function replyTextOf({ code: givenCode, enhanced: givenEnhanced, text }: ClassifiedReply): ReplyText {
  const cut = joinedLines(text.slice(0, LOOKED_AT));
  const { code, enhanced } = replyCodesOf({ code: givenCode, enhanced: givenEnhanced }, cut);
  const words = wordsOf(cut).replace(AFTER_COMMAND, '');
  return { code, enhanced, permanent: isPermanent(code, enhanced), words };
}

export function compileTable(rules: readonly ReplyRule[]): Table {
  const rows = rules.map(rowOf);
  const literals: string[] = [];
  const meanings: LiteralMeaning[] = [];
  const known = new Map<string, LiteralMeaning>();
  const meaningOf = (parts: Pattern): LiteralMeaning => {
    const literal = longest(parts);
    let meaning = known.get(literal);
    if (meaning === undefined) {
      meaning = { texts: [], with: [], without: [], signs: [] };
      known.set(literal, meaning);
      literals.push(literal);
      meanings.push(meaning);
    }
    return meaning;
  };
  // Rows without texts are always tried.
  const always = rows.flatMap(({ texts }, index) => (texts === null ? [index] : []));
  rows.forEach(({ texts, with: others, without }, index) => {
    for (const parts of texts ?? []) meaningOf(parts).texts.push([index, parts]);
    for (const parts of others ?? []) meaningOf(parts).with.push([index, parts]);
    for (const parts of without) meaningOf(parts).without.push([index, parts]);
  });
  PROVIDER_TEXTS.forEach(([, parts], index) => meaningOf(parts).signs.push(index));
  const search = createSearch(literals);

  return {
    verdictOf(reply) {
      const { stage, domain, server } = reply;
      const { code, enhanced, permanent, words } = replyTextOf(reply);
      const literalsFound = new Set<number>();
      search.find(words, (literal) => literalsFound.add(literal));
      const { candidates, signs } = candidatesOf([...literalsFound].map((literal) => meanings[literal]!));
      const host = server?.slice(0, 253).toLowerCase() ?? null;
      const to = domain?.slice(0, 255).toLowerCase() ?? null;
      const providers: (Provider | undefined)[] = [
        host === null ? undefined : providerOfServer(host),
        to === null ? undefined : providerOfDomain(to),
      ];
      for (const index of signs) {
        const [name, parts] = PROVIDER_TEXTS[index]!;
        if (standIn(words, parts)) providers.push(name);
      }
      const reading: ReplyReading = {
        stage,
        code,
        enhanced,
        permanent,
        words,
        server: host,
        domain: to,
        providers,
      };

      const isVerdict = (row: number) => fits(rows[row]!, reading, candidates.get(row));
      const found = Int32Array.from(candidates.keys()).sort();
      let next = 0;
      // Both lists are sorted, so this follows the order of the table.
      for (const index of always) {
        for (; next < found.length && found[next]! < index; next += 1)
          if (isVerdict(found[next]!)) return rows[found[next]!]!.verdict;
        if (isVerdict(index)) return rows[index]!.verdict;
      }
      for (; next < found.length; next += 1) if (isVerdict(found[next]!)) return rows[found[next]!]!.verdict;
      return null;
    },
  };
}
