import type { MailProblem, Preview } from '../../../../client/src/index.ts';

/** How a mail that is being written is shown, tested and checked: of a campaign, or of an automation. */
export interface MailTrial {
  /** Names the mail. */
  readonly utr: string;
  /** Key of queries: another key renews the preview. */
  readonly key: readonly unknown[];
  /** Saves the last input if the service needs it for the trial. Returns false if that fails. */
  readonly ready: () => Promise<boolean>;
  readonly preview: (contact: TrialContact, signal: AbortSignal) => Promise<Preview>;
  readonly test: (to: string, contact: TrialContact) => Promise<unknown>;
  readonly check: () => Promise<readonly MailProblem[]>;
}

/** The key of the query for the preview as a contact. */
export const previewKey = (trial: MailTrial, contact: string): readonly unknown[] => [...trial.key, contact];

/** The contact of the preview. Without a contact, placeholders show their fallbacks. */
export type TrialContact = { readonly contact_id?: number };
