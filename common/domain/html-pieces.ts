import type { Placeholder, Segment } from './placeholders.ts';

/**
 * The context of a placeholder. `title` is text that the mail does not show (`<title>`, `<textarea>`), `unquoted` an attribute value
 * without quotes, `style` CSS. Contexts without safe values (`<script>`, names of tags and attributes, `onclick`) have no piece, so nothing
 * is rendered there.
 */
export type HtmlContext = 'text' | 'title' | 'comment' | 'attribute' | 'unquoted' | 'style';

/**
 * Places to insert at: the start (after a byte order mark and an XML declaration); after `<!doctype>`, `<html>`, `<head>`, `</head>`,
 * `<body>`; among the attributes of `<html>` without `lang`; before `</body>`, `</html>`. Also around elements that no reader sees
 * (`hidden`), and that some do not see (`doubt`). An element that is never closed has no end mark.
 */
export type HtmlMark =
  | 'doubt'
  | 'doubt-end'
  | 'hidden'
  | 'hidden-end'
  | 'start'
  | 'doctype'
  | 'html'
  | 'html-attributes'
  | 'head'
  | 'head-end'
  | 'body'
  | 'body-end'
  | 'html-end';

export interface UrlPiece {
  readonly kind: 'url';
  /** In lower case. */
  readonly element: string;
  readonly attribute: string;
  readonly quote: '"' | "'" | '';
  readonly segments: readonly Segment[];
  /** A reader sees the link: it has text, or an image with a text of its own. */
  readonly shown: boolean;
}

export interface CharsetPiece {
  readonly kind: 'charset';
  readonly written: string;
  /** The declaration for UTF-8; equal to `written` when that is right. */
  readonly right: string;
  /** Most readers ignore it, because it is in a conditional comment of Outlook or an XML declaration. */
  readonly ignored: boolean;
}

export interface ValuePiece {
  readonly kind: 'value';
  readonly placeholder: Placeholder;
  readonly context: HtmlContext;
  readonly shown: boolean;
}

/** Literal pieces are the unchanged source. */
export type HtmlPiece =
  | string
  | ValuePiece
  | { readonly kind: 'mark'; readonly mark: HtmlMark }
  | CharsetPiece
  | UrlPiece;
