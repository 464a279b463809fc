/** `report`: reported later, by a delivery status or a provider's event. */
export type ReplyStage = 'MAIL' | 'RCPT' | 'DATA' | 'dot' | 'report';

export interface ClassifiedReply {
  readonly stage: ReplyStage;
  /** Three digits (RFC 5321); null: only a status was reported. */
  readonly code: number | null;
  /** Such as `5.1.1` (RFC 3463); null: none at its usual place. */
  readonly enhanced: string | null;
  /** On one line. */
  readonly text: string;
  /** The recipient's. */
  readonly domain?: string;
  /** The name of the server, or of the provider. */
  readonly server?: string;
}
