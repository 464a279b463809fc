/** The properties of a transport. Code decides by these values, never by the name of a provider. */
export interface Traits {
  readonly batch: number;
  /** Requests a second that the provider takes from all workers, unless a setting overrides it; 0: not limited. */
  readonly rate: number;
  readonly keeps: {
    /** Otherwise the provider writes its own. */
    readonly messageId: boolean;
    /** Otherwise bounces go to the provider, which reports them by events (docs/inbound.md). */
    readonly returnPath: boolean;
    /** Otherwise the provider changes signed fields, which would break our signature; it signs itself. */
    readonly signature: boolean;
  };
}

/** SMTP hands a mail over as it is, one at a time. */
export const SMTP_TRAITS: Traits = Object.freeze({
  batch: 1,
  rate: 0,
  keeps: Object.freeze({ messageId: true, returnPath: true, signature: true }),
});
