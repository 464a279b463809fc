import { GONE, type Verdict } from '../domain/reply-classes.ts';
import type { ClassifiedReply } from './reply.ts';
import type { ReplyRule } from './rule.ts';
import { RULES, VETO_RULES } from './rules/all.ts';
import { compileTable, type Table } from './table.ts';

export type { ClassifiedReply, ReplyStage } from './reply.ts';

export const UNKNOWN_REPLY: Verdict = Object.freeze({ class: 'unknown', rule: 'none' });

/** `REPLY_RULES_FILE`. */
let own: readonly ReplyRule[] = [];
let table: Table | null = null;
let vetoes: Table | null = null;

/** The operator's rules go before ours. The first reply that is no success compiles the table: it takes some 30 ms, which most starts do not need. */
export function useOwnRules(rules: readonly ReplyRule[]): void {
  if (own.length === 0 && rules.length === 0) return;
  own = rules;
  table = null;
}

/** By the first rule that fits; else a permanent reply is `unknown`. The work is linear in the text (at most 500 characters). */
export function classify(reply: ClassifiedReply): Verdict {
  table ??= compileTable([...own, ...RULES]);
  const verdict = table.verdictOf(reply) ?? UNKNOWN_REPLY;
  // An operator's rule is deliberate.
  if (!GONE.has(verdict.class) || own.some(({ rule }) => rule === verdict.rule)) return verdict;
  vetoes ??= compileTable(VETO_RULES);
  return vetoes.verdictOf(reply) ?? verdict;
}
