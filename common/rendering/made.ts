// Inputs and results of the rendering processes.

/** Raise it with any change of these tasks' results: it is part of the key of stored results. */
export const RENDERER_VERSION = 3;

/** The subject replaces a longer text part. Most have a few kilobytes. */
export const TEXT_BYTES = 2 ** 20;
/** Placeholders and links of a design. Each is filled in for each recipient (10,000 take about 5 ms a mail). */
export const MOST_PLACES = 10_000;

export interface MjmlPayload {
  readonly mjml: string;
  /** Maximum bytes of the HTML. */
  readonly most: number;
}

export interface HtmlPayload {
  readonly html: string;
}

/** A sentence for each problem. */
export type MjmlResult = { readonly html: string } | { readonly problems: readonly string[] };

export type HtmlResult =
  | {
      /** JSON of `TextPiece`s; null: no text could be made. */
      readonly text: string | null;
      /** Shows nothing: a mail with it would have only its footer. */
      readonly empty: boolean;
    }
  | { readonly problems: readonly string[] };

/** Retry later. `busy`: whose designs take the room, or the account's quota of this minute is used up. */
export interface Deferment {
  readonly state: 'later';
  readonly busy: 'account' | 'all' | 'quota';
}
