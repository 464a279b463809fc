import type { Verdict } from '../domain/reply-classes.ts';
import type { ClassifiedReply } from './reply.ts';
import type { ReplyRule } from './rule.ts';
import { RULES } from './rules/all.ts';
import { compileTable, type Table } from './table.ts';

export type { ClassifiedReply, ReplyStage } from './reply.ts';

const UNKNOWN: Verdict = Object.freeze({ class: 'unknown', rule: 'none' });

/** Set at the start of a program (`REPLY_RULES_FILE`). */
let own: readonly ReplyRule[] = [];
let table: Table | null = null;

/** An operator's rules go before ours. Compiles the table, which takes some 30 ms, before replies come. */
export function useOwnRules(rules: readonly ReplyRule[]): void {
  if (table !== null && own.length === 0 && rules.length === 0) return;
  own = rules;
  table = compileTable([...own, ...RULES]);
}

/**
 * The class of a reply that is no acceptance, by the first rule that fits. Without one, a permanent reply is `unknown`. The work is
 * linear in the text, of which 500 characters are read.
 */
export function classify(reply: ClassifiedReply): Verdict {
  table ??= compileTable([...own, ...RULES]);
  return table.verdictOf(reply) ?? UNKNOWN;
}
