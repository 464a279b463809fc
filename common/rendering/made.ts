// The inputs and results of the processes that render.

/** Raise it with any change of these tasks' results: it is part of the key of stored results. */
export const RENDERER_VERSION = 3;

/** Bytes that the text part of a mail may have; for more, the subject replaces it. Most have a few kilobytes. */
export const TEXT_BYTES = 2 ** 20;
/** Placeholders and links of a design in total. Each is filled in for each recipient (10,000 take about 5 ms a mail). */
export const MOST_PLACES = 10_000;

export interface MjmlPayload {
  readonly mjml: string;
  /** The maximum size of the HTML in bytes. */
  readonly most: number;
}

export interface HtmlPayload {
  readonly html: string;
}

/** The HTML made from MJML, or a sentence for each problem with it. */
export type MjmlResult = { readonly html: string } | { readonly problems: readonly string[] };

/** What was found out about HTML, or what is wrong with it. */
export type HtmlResult =
  | {
      /** The text made from it, as JSON of `TextPiece`s; null when no text could be made. */
      readonly text: string | null;
      /** It shows nothing: a mail with it would consist of its footer. */
      readonly empty: boolean;
    }
  | { readonly problems: readonly string[] };

/** Not now. `busy` says whose designs take the room, or that the account has used up its quota of this minute. */
export interface Deferment {
  readonly state: 'later';
  readonly busy: 'account' | 'all' | 'quota';
}
