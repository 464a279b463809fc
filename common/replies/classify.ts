import { GONE, type Verdict } from '../domain/reply-classes.ts';
import { weighed } from './learnt.ts';
import type { ClassifiedReply } from './reply.ts';
import type { ReplyRule } from './rule.ts';
import { RULES, SURE_RULES, VETO_RULES } from './rules/all.ts';
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

/** By the first rule that fits and, before a suppression, the vetoes; else `unknown`. */
export function verdictByRules(reply: ClassifiedReply): Verdict {
  table ??= compileTable([...own, ...RULES]);
  const verdict = table.verdictOf(reply) ?? UNKNOWN_REPLY;
  return isOfOperator(verdict) ? verdict : withVetoes(reply, verdict);
}

/** An operator's rule is deliberate. */
const isOfOperator = ({ rule }: Verdict): boolean => own.some((one) => one.rule === rule);

function withVetoes(reply: ClassifiedReply, verdict: Verdict): Verdict {
  if (!GONE.has(verdict.class)) return verdict;
  vetoes ??= compileTable(VETO_RULES);
  return vetoes.verdictOf(reply) ?? verdict;
}

/** By the rules; where only one for replies in general fits, or none, the words are weighed. The work is linear in the text (at most 500 characters). */
export function classify(reply: ClassifiedReply): Verdict {
  const verdict = verdictByRules(reply);
  if (SURE_RULES.has(verdict.rule) || isOfOperator(verdict)) return verdict;
  const found = weighed(reply, verdict);
  return GONE.has(verdict.class) ? found : withVetoes(reply, found);
}
