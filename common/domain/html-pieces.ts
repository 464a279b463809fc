import type { Placeholder, Segment } from './placeholders.ts';

/**
 * Where in HTML a placeholder stands. `title` is text that is not shown in the mail (`<title>`, `<textarea>`),
 * `unquoted` an attribute value without quotes, `style` CSS. Where no value could be safe (`<script>`, names of tags
 * and attributes, `onclick`) there is no piece: nothing is rendered.
 */
export type HtmlContext = 'text' | 'title' | 'comment' | 'attribute' | 'unquoted' | 'style';

/** Where things can be inserted: behind `<!doctype>`, `<html>`, `</head>`, `<body>`; before `</body>`, `</html>`. */
export type HtmlMark = 'doctype' | 'html' | 'head-end' | 'body' | 'body-end' | 'html-end';

/** A whole attribute value that is an address, without its quotes. */
export interface UrlPiece {
  readonly kind: 'url';
  /** Of the element, in lower case. */
  readonly element: string;
  readonly attribute: string;
  readonly quote: '"' | "'" | '';
  readonly segments: readonly Segment[];
}

/** HTML taken apart as far as composing mails needs it; literal pieces are the source, byte for byte. */
export type HtmlPiece =
  | string
  | { readonly kind: 'value'; readonly placeholder: Placeholder; readonly context: HtmlContext }
  | { readonly kind: 'mark'; readonly mark: HtmlMark }
  | UrlPiece;
