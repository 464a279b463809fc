// What goes to the processes that render, and what comes back.

/** To be raised with any change of what these tasks make of their input: it is part of the key of what is kept. */
export const RENDERER_VERSION = 1;

/** Bytes of text that a mail's text part may have; more is given up for the subject. Most have some kilobytes. */
export const TEXT_BYTES = 2 ** 20;
/**
 * Placeholders and addresses of a design, together: each is filled in for each recipient (10,000 take some 5 ms a mail).
 */
export const MOST_PLACES = 10_000;

export interface MjmlPayload {
  readonly mjml: string;
  /** Bytes that the HTML may have. */
  readonly most: number;
}

export interface HtmlPayload {
  readonly html: string;
}

/** What MJML became, or what is wrong with it, a sentence each. */
export type MjmlMade = { readonly html: string } | { readonly problems: readonly string[] };

/** What is known of HTML, or what is wrong with it. */
export type HtmlMade =
  | {
      /** The text made of it, as JSON of `TextPiece`s; null where it can't be followed. */
      readonly text: string | null;
      /** It shows nothing: a mail of it would be its footer alone. */
      readonly empty: boolean;
    }
  | { readonly problems: readonly string[] };
