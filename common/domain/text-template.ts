import type { Placeholder, Segment } from './placeholders.ts';

/** A piece of the text made from HTML: literal text, a placeholder, or an address with placeholders. */
export type TextPiece = string | { readonly placeholder: Placeholder } | { readonly url: readonly Segment[] };

const written = (segment: Segment): string => {
  if (typeof segment === 'string') return segment;
  const { name, fallback } = segment;
  return fallback === '' ? `((${name}))` : `((${name}|${fallback}))`;
};

/** The text for its author, with placeholders in their written form. */
export const authorText = (pieces: readonly TextPiece[]): string =>
  pieces
    .map((piece) => {
      if (typeof piece === 'string') return piece;
      return 'url' in piece ? piece.url.map(written).join('') : written(piece.placeholder);
    })
    .join('');
