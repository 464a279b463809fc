import { domainOf } from '../../common/domain/domain-of.ts';
import type { ReplyClass, Verdict } from '../../common/domain/reply-classes.ts';
import { classify, verdictByRules } from '../../common/replies/classify.ts';
import { oneLine } from '../one-line.ts';
import { scalar } from './json.ts';

export interface ProviderReply {
  readonly reply: string;
  readonly code?: unknown;
  readonly status?: unknown;
  readonly recipient: string | null;
  readonly server: string;
}

const CODE = /^(?:smtp;\s*)?([245]\d\d)\b/i;
const ENHANCED = /\b([245]\.\d{1,3}\.\d{1,3})\b/;

/** The class by the rules of replies; if they find `unknown`, `otherwise`: the class and name of the provider's own type. */
export function verdictOfProvider(
  { reply, code, status, recipient, server }: ProviderReply,
  otherwise: readonly [ReplyClass, string],
): Verdict {
  const text = oneLine(reply);
  const enhanced = ENHANCED.exec(scalar(status))?.[1] ?? ENHANCED.exec(text)?.[1] ?? null;
  const digits = CODE.exec(scalar(code))?.[1] ?? CODE.exec(text)?.[1];
  if (text !== '' || enhanced !== null) {
    const domain =
      recipient === null || recipient === undefined ? undefined : domainOf(recipient).toLowerCase();
    const said = {
      stage: 'report',
      code: digits === undefined ? null : Number(digits),
      enhanced,
      text,
      ...(domain && { domain }),
      server,
    } as const;
    // The provider has read more than the words.
    if (verdictByRules(said).class !== 'unknown') {
      const verdict = classify(said);
      if (verdict.class !== 'unknown') return verdict;
    }
  }
  const [name, type] = otherwise;
  return { class: name, rule: `${server}-${type}` };
}
