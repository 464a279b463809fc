/** What a transport is like: what follows from it is decided by these values, never by the name of a provider. */
export interface Traits {
  /** Mails in one request at most. */
  readonly batch: number;
  /** Requests a second that the provider takes over all workers together, unless a setting says otherwise; 0: not limited. */
  readonly rate: number;
  /** What reaches the recipient as it was handed over. */
  readonly keeps: {
    /** Otherwise the provider writes one of its own. */
    readonly messageId: boolean;
    /** Otherwise bounces go to the provider, which reports them by events (docs/inbound.md). */
    readonly returnPath: boolean;
    /** Otherwise the provider changes signed fields, so that a signature of ours would not hold; it signs itself. */
    readonly signature: boolean;
  };
}

/** SMTP hands a mail over as it is, one at a time. */
export const SMTP_TRAITS: Traits = Object.freeze({
  batch: 1,
  rate: 0,
  keeps: Object.freeze({ messageId: true, returnPath: true, signature: true }),
});
