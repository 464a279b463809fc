import type { MailProblem, Preview } from '../../../../client/src/index.ts';

/** How a mail that is being written is shown, tested and checked: of a campaign, or of an automation. */
export interface MailTrial {
  /** Key of queries: another key renews the preview. */
  readonly key: readonly unknown[];
  /** Makes what was typed last known to the service, where it asks for that. False: that failed. */
  readonly ready: () => Promise<boolean>;
  readonly preview: (contact: TrialContact, signal: AbortSignal) => Promise<Preview>;
  readonly test: (to: string, contact: TrialContact) => Promise<unknown>;
  readonly check: () => Promise<readonly MailProblem[]>;
}

/** The contact whose mail it is; without one, placeholders show their fallbacks. */
export type TrialContact = { readonly contact_id?: number };
