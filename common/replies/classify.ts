import type { ReplyClass, Verdict } from '../domain/reply-classes.ts';

/** The step of the dialogue that a reply answers; `report`: it was reported later, by a delivery status or a provider's event. */
export type ReplyStage = 'MAIL' | 'RCPT' | 'DATA' | 'dot' | 'report';

/** What is known of a reply. */
export interface ClassifiedReply {
  readonly stage: ReplyStage;
  /** The three digits (RFC 5321); null where only a status was reported. */
  readonly code: number | null;
  /** The enhanced status (RFC 3463), such as `5.1.1`; null where there is none at its usual place. */
  readonly enhanced: string | null;
  /** The text, on one line. */
  readonly text: string;
  /** The domain of the recipient. */
  readonly domain?: string;
  /** The name of the server that said it, or of the provider. */
  readonly server?: string;
}

const GONE = new Set(['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10']);

/** The class of a reply, by the first rule that fits. */
export function classify({ stage, code, enhanced }: ClassifiedReply): Verdict {
  const verdict = (name: ReplyClass): Verdict => ({
    class: name,
    rule: `code-${enhanced ?? code ?? 'none'}`,
  });
  if (stage !== 'MAIL' && enhanced !== null && GONE.has(enhanced)) return verdict('gone');
  if (enhanced?.startsWith('5.7.')) return verdict('policy');
  if (code === 421) return verdict('slow');
  if (code !== null && code < 500) return verdict('later');
  if (stage === 'MAIL') return verdict('relay');
  return verdict('unknown');
}
