import type { Placeholder, Segment } from './placeholders.ts';

/**
 * Where in HTML a placeholder stands. `title` is text that the mail does not show (`<title>`, `<textarea>`), `unquoted` an
 * attribute value without quotes, `style` CSS. Places where no value can be safe (`<script>`, names of tags and
 * attributes, `onclick`) make no piece, so nothing is rendered there.
 */
export type HtmlContext = 'text' | 'title' | 'comment' | 'attribute' | 'unquoted' | 'style';

/**
 * Places to insert at: at the start (after a byte order mark and an XML declaration); after `<!doctype>`, `<html>`, `<head>`,
 * `</head>`, `<body>`; among the attributes of `<html>`, where it has no `lang`; before `</body>`, `</html>`. Further, around elements
 * that no reader sees (`hidden`), and around those that not all readers see (`doubt`). The end of one that is never closed has no mark.
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

/** A complete attribute value that is an address, without its quotes. */
export interface UrlPiece {
  readonly kind: 'url';
  /** The element's name, in lower case. */
  readonly element: string;
  readonly attribute: string;
  readonly quote: '"' | "'" | '';
  readonly segments: readonly Segment[];
  /** It is a link that a reader sees: it has text, or an image with a text of its own. */
  readonly shown: boolean;
}

/** What the source declares as its charset. */
export interface CharsetPiece {
  readonly kind: 'charset';
  readonly written: string;
  /** The same for UTF-8; equal to `written` where that is right. */
  readonly right: string;
  /** It is in a conditional comment of Outlook, or in an XML declaration, so that most readers ignore it. */
  readonly ignored: boolean;
}

export interface ValuePiece {
  readonly kind: 'value';
  readonly placeholder: Placeholder;
  readonly context: HtmlContext;
  /** It is text that a reader sees. */
  readonly shown: boolean;
}

/** A part of HTML, split as far as composing mails needs it. Literal pieces are the unchanged source. */
export type HtmlPiece =
  | string
  | ValuePiece
  | { readonly kind: 'mark'; readonly mark: HtmlMark }
  | CharsetPiece
  | UrlPiece;
