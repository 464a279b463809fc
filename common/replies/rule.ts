import type { ReplyClass } from '../domain/reply-classes.ts';
import type { Provider } from './providers.ts';
import type { ReplyStage } from './reply.ts';

/** Stages at which a reply is about the recipient. */
export const OF_RECIPIENT = ['RCPT', 'DATA', 'dot', 'report'] as const satisfies readonly ReplyStage[];

/**
 * A row of the table of replies. All given fields must fit; the first row that fits gives the class. Texts are compared as words
 * (`words.ts`): lower case, without punctuation, apostrophes and addresses. `*` stands for any characters or none. A text without
 * `*` at its end matches whole words. Our own rules have their texts in `rules/*.txt`.
 */
export interface ReplyRule {
  /** The row's name in deliveries, logs and documentation. */
  readonly rule: string;
  readonly class: ReplyClass;
  readonly provider?: Provider;
  /** Suffixes of the server's name. */
  readonly servers?: readonly string[];
  /** Domains of the recipient. */
  readonly domains?: readonly string[];
  readonly stages?: readonly ReplyStage[];
  /** 4: temporary replies only, 5: permanent ones only. A reply without any code is permanent. */
  readonly kind?: 4 | 5;
  readonly codes?: readonly number[];
  /** `x` stands for any number: `5.7.x`, `x.2.2`. */
  readonly enhanced?: readonly string[];
  /** One of these texts … */
  readonly texts?: readonly string[];
  /** … and one of these … */
  readonly with?: readonly string[];
  /** … and none of these. */
  readonly without?: readonly string[];
}
