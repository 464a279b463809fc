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
