import type { Placeholder, Segment } from './placeholders.ts';

/**
 * Where in HTML a placeholder stands. `title` is text that the mail does not show (`<title>`, `<textarea>`), `unquoted` an
 * attribute value without quotes, `style` CSS. Places where no value can be safe (`<script>`, names of tags and
 * attributes, `onclick`) make no piece, so nothing is rendered there.
 */
export type HtmlContext = 'text' | 'title' | 'comment' | 'attribute' | 'unquoted' | 'style';

/** Places to insert at: after `<!doctype>`, `<html>`, `</head>`, `<body>`; before `</body>`, `</html>`. */
export type HtmlMark = 'doctype' | 'html' | 'head-end' | 'body' | 'body-end' | 'html-end';

/** A complete attribute value that is an address, without its quotes. */
export interface UrlPiece {
  readonly kind: 'url';
  /** The element's name, in lower case. */
  readonly element: string;
  readonly attribute: string;
  readonly quote: '"' | "'" | '';
  readonly segments: readonly Segment[];
}

/** A part of HTML, split as far as composing mails needs it. Literal pieces are the unchanged source. */
export type HtmlPiece =
  | string
  | { readonly kind: 'value'; readonly placeholder: Placeholder; readonly context: HtmlContext }
  | { readonly kind: 'mark'; readonly mark: HtmlMark }
  | UrlPiece;
